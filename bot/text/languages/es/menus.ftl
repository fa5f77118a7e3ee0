### Menus that lead to a move: what is written on each of them, and on its entries. $piece is a noun without article, $move is in
### short notation. Longer entries than 100 characters are cut off.

## What is written on a menu.

menu-choose = Elegir …
menu-unseen = Jugada sigilosa …
menu-shell = Lanzar el caparazón …
# $menu is one of these.
menu-part = { $menu } ({ $number } de { $count })
menu-ranks = { $menu } (filas { $first } a { $last })

## What is written on an entry.

entry-mover = { $count ->
    [one] { CAPITAL($piece) } { $square } · { $count } jugada
   *[other] { CAPITAL($piece) } { $square } · { $count } jugadas
}
# $reserve is a number.
entry-definition = { $count ->
    [one] { CAPITAL($piece) } · { $reserve } en la reserva · { $count } jugada
   *[other] { CAPITAL($piece) } · { $reserve } en la reserva · { $count } jugadas
}
entry-in-reserve = { CAPITAL($piece) } · { $reserve } en la reserva
entry-swap = { CAPITAL($piece) } { $square } ({ $color })
entry-promotion = { CAPITAL($piece) } · { $move }
entry-unseen = { CAPITAL($piece) } { $from }, jugada sigilosa a { $to } · { $move }
# $target is "la torre de a1".
entry-shell = Caparazón: { $piece } { $from } alcanza { $target } · { $move }
# $way is made of the phrases below, with commas.
entry-move = { $way } · { $move }
entry-step = de { $from } a { $to }
entry-castling = enroque
# $object is "el huevo".
entry-onto = sobre { $object }
entry-becomes = y se convierte en …
