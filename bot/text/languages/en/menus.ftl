### A player chooses a move by menus with these labels and entries. $piece is a noun without an article, $move is in short
### notation. The bot cuts an entry off after 100 characters.

## A menu has one of these labels.

menu-choose = Choose …
menu-unseen = Stealth move …
menu-shell = Throw the shell …
# $menu is one of the labels above.
menu-part = { $menu } ({ $number } of { $count })
menu-ranks = { $menu } (ranks { $first } to { $last })

## An entry has one of these texts.

entry-mover = { $count ->
    [one] { CAPITAL($piece) } { $square } · { $count } move
   *[other] { CAPITAL($piece) } { $square } · { $count } moves
}
# $reserve is the number of these pieces in the reserve.
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
# $way consists of the phrases below, with commas.
entry-move = { $way } · { $move }
entry-step = { $from } to { $to }
entry-castling = castling
# $object is "the egg".
entry-onto = onto { $object }
entry-becomes = and becomes …
