### Menus that lead to a move: what is written on each of them, and on its entries. $piece is a noun without article, $move is in
### short notation. Longer entries than 100 characters are cut off.

## What is written on a menu.

menu-choose = Choisir…
menu-unseen = Coup furtif…
menu-shell = Lancer la carapace…
# $menu is one of these.
menu-part = { $menu } ({ $number } sur { $count })
menu-ranks = { $menu } (rangées { $first } à { $last })

## What is written on an entry.

entry-mover = { $count ->
    [one] { CAPITAL($piece) } { $square } · { $count } coup
   *[other] { CAPITAL($piece) } { $square } · { $count } coups
}
# $reserve is a number.
entry-definition = { $count ->
    [one] { CAPITAL($piece) } · { $reserve } dans la réserve · { $count } coup
   *[other] { CAPITAL($piece) } · { $reserve } dans la réserve · { $count } coups
}
entry-in-reserve = { CAPITAL($piece) } · { $reserve } dans la réserve
entry-swap = { CAPITAL($piece) } { $square } ({ $color })
entry-promotion = { CAPITAL($piece) } · { $move }
entry-unseen = { CAPITAL($piece) } { $from } : coup furtif vers { $to } · { $move }
# $target is "la tour en a1".
entry-shell = Carapace : { $piece } { $from } touche { $target } · { $move }
# $way is made of the phrases below, with commas.
entry-move = { $way } · { $move }
entry-step = de { $from } à { $to }
entry-castling = roque
# $object is "l'œuf".
entry-onto = sur { $object }
entry-becomes = et devient…
