### A player chooses a move by menus with these labels and entries. $piece is a noun without an article, $move is in short
### notation. The bot cuts an entry off after 100 characters.

## A menu has one of these labels.

menu-choose = Elegir …
menu-unseen = Jugada sigilosa …
menu-shell = Lanzar el caparazón …
# $menu is one of the labels above.
menu-part = { $menu } ({ $number } de { $count })
menu-ranks = { $menu } (filas { $first } a { $last })

## An entry has one of these texts.

entry-mover = { $count ->
    [one] { CAPITAL($piece) } { $square } · { $count } jugada
   *[other] { CAPITAL($piece) } { $square } · { $count } jugadas
}
# $reserve is the number of these pieces in the reserve.
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
# $way consists of the phrases below, with commas.
entry-move = { $way } · { $move }
entry-step = de { $from } a { $to }
entry-castling = enroque
# $object is "el huevo".
entry-onto = sobre { $object }
entry-becomes = y se convierte en …
