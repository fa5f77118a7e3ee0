### A player chooses a move by menus with these labels and entries. $piece is a noun without an article, $move is in short
### notation. The bot cuts an entry off after 100 characters.

## A menu has one of these labels.

menu-choose = Choisir…
menu-unseen = Coup furtif…
menu-shell = Lancer la carapace…
# $menu is one of the labels above.
menu-part = { $menu } ({ $number } sur { $count })
menu-ranks = { $menu } (rangées { $first } à { $last })

## An entry has one of these texts.

entry-mover = { $count ->
    [one] { CAPITAL($piece) } { $square } · { $count } coup
   *[other] { CAPITAL($piece) } { $square } · { $count } coups
}
# $reserve is the number of these pieces in the reserve.
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
# $way consists of the phrases below, with commas.
entry-move = { $way } · { $move }
entry-step = de { $from } à { $to }
entry-castling = roque
# $object is "l'œuf".
entry-onto = sur { $object }
entry-becomes = et devient…
