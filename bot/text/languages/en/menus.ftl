### Menus that lead to a move: what is written on each of them, and on its entries. $piece is a noun without article, $move is in
### short notation. Longer entries than 100 characters are cut off.

## What is written on a menu.

menu-choose = Choose …
menu-unseen = Stealth move …
menu-shell = Throw the shell …
# $menu is one of these.
menu-part = { $menu } ({ $number } of { $count })
menu-ranks = { $menu } (ranks { $first } to { $last })

## What is written on an entry.

entry-mover = { $count ->
    [one] { CAPITAL($piece) } { $square } · { $count } move
   *[other] { CAPITAL($piece) } { $square } · { $count } moves
}
# $reserve is a number.
entry-definition = { $count ->
    [one] { CAPITAL($piece) } · { $reserve } in the reserve · { $count } move
   *[other] { CAPITAL($piece) } · { $reserve } in the reserve · { $count } moves
}
entry-in-reserve = { CAPITAL($piece) } · { $reserve } in the reserve
entry-swap = { $color } { $piece } { $square }
entry-promotion = { CAPITAL($piece) } · { $move }
entry-unseen = { CAPITAL($piece) } { $from } unseen to { $to } · { $move }
# $target is "the rook on a1".
entry-shell = Shell: { $piece } { $from } hits { $target } · { $move }
# $way is made of the phrases below, with commas.
entry-move = { $way } · { $move }
entry-step = { $from } to { $to }
entry-castling = castling
# $object is "the egg".
entry-onto = onto { $object }
entry-becomes = and becomes …
