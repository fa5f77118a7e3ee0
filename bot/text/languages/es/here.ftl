### A page with here:yes applies a rule to the board of a match. $squares is such as "e5, g7", $move is such as "f4f3", and
### $side is such as "tu bando (blancas)" or "blancas". It never begins a line.

here-your-side = tu bando ({ $color })
here-now = Ahora: { $moves }.
here-now-more = Ahora: { $moves }; y { $count } más.
here-captures = { $move } captura en { $squares }
here-en-passant = { $move } captura al paso en { $squares }
here-castles = { $move } enroca
here-promotes = { $move } promociona
here-throws = { $move } lanza el caparazón
here-no-en-passant = Ahora no se puede capturar ningún peón al paso.
here-no-castling = Ahora no puedes enrocar.
here-no-promotion = Ahora ningún peón tuyo puede promocionar.
here-no-target = Ahora tu caparazón no tiene ningún objetivo.
here-none-frozen = Ninguna pieza está congelada.
here-check = En jaque: el rey en { $squares }.
here-no-check = Ningún rey está en jaque.
here-powers = De { $side }: { $powers }.
here-reset = Hay un reinicio cuando un bando define su última pieza indefinida. Quedan por definir: blancas, { $white }; negras, { $black }.
here-undefined = { $count ->
    [one] De { $side }: queda { $count } pieza indefinida ({ $squares }). La reserva: { $reserve }.
   *[other] De { $side }: quedan { $count } piezas indefinidas ({ $squares }). La reserva: { $reserve }.
}
here-reserve-empty = vacía
here-no-undefined = De { $side }: no queda ninguna pieza indefinida.
here-pieces = De { $side }: { $piece } en { $squares }.
here-pieces-frozen = De { $side }: { $piece } en { $squares }; bajo el hielo: { $frozen }.
here-no-piece = De { $side }: en el tablero no hay { $piece_gender ->
    [feminine] ninguna
   *[other] ningún
} { $piece }.
# The board may hold such a piece that the reader does not see.
here-no-piece-seen = De { $side }: no ves { $piece_gender ->
    [feminine] ninguna
   *[other] ningún
} { $piece }.
here-freezes = De { $side }: el inmovilizador de { $square } congela { $squares }.
here-freezes-none = De { $side }: el inmovilizador de { $square } no congela ninguna pieza.
# $object is such as "un huevo", and such as "huevo" in the next message.
here-object = Que tú sepas, en el tablero hay { $object } en { $squares }.
here-no-object = Que tú sepas, en el tablero no hay { $object_gender ->
    [feminine] ninguna
   *[other] ningún
} { $object }.

## These phrases describe the moves of a piece that a picture marks.

legend-slides = se desliza a { $squares }
legend-leaps = salta o da un paso a { $squares }
legend-moves = se mueve sin capturar a { $squares }
legend-captures = captura en { $squares }

## The handbook names paragraphs of the law that players do not need: "R1 a R12", "O15 y O18".

untold-from-to = { $first } a { $last }
untold-both = { $first } y { $last }
