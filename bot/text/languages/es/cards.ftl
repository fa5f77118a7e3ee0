### A card beside a piece on a board describes its ways with these texts, in short sentences about "it".

## All pieces of chess. The cards of pawns differ by variant.

card-king = Se mueve una casilla en cualquier dirección y captura al ir a la casilla de una pieza.
card-queen = Se mueve y captura por filas, columnas y diagonales.
card-rook = Se mueve y captura por filas y columnas.
card-bishop = Se mueve y captura por diagonales.
card-knight = Salta dos casillas por una fila o columna y una hacia el lado, y captura donde cae.
card-pawn = Avanza una casilla recto hacia delante, o dos desde su segunda fila. Captura una casilla en diagonal hacia delante.
card-pawn-berolina = Avanza una casilla en diagonal hacia delante, o dos desde su segunda fila. Captura una casilla recto hacia delante.
card-undefined = Puede convertirse en cualquier tipo de la reserva de su bando cuando se mueve. Hasta entonces ataca como cada uno de esos tipos.

## Baroque.

card-pincer = Se mueve como una torre. Captura una pieza rival que su jugada encierra en línea recta entre él y otra pieza de su bando.
card-coordinator = Se mueve como una dama. Después de su jugada captura en las otras dos esquinas del rectángulo que forma con su propio rey.
card-long-leaper = Se mueve como una dama. Captura las piezas rivales de su línea sobre las que salta. La casilla justo detrás de cada una debe estar vacía.
card-chameleon = Se mueve como una dama. Captura cada pieza a la manera de esa pieza, y congela a un inmovilizador rival que esté a su lado.
card-withdrawer = Se mueve como una dama. Captura la pieza rival que está a su lado y de la que se aleja en línea recta.
card-immobilizer = Se mueve como una dama y nunca captura. Las piezas rivales que están a su lado no pueden moverse.

## Chakart. Its objects have cards too.

card-king-chakart = Se mueve una casilla en cualquier dirección y captura al ir a la casilla de una pieza. Una vez por partida, un rey de cada bando puede lanzar un caparazón.
card-queen-chakart = Se mueve y captura por filas, columnas y diagonales. Una vez por partida, una dama de cada bando puede moverse sin ser vista.
card-rook-chakart = Se mueve y captura por filas y columnas. Deja un plátano a su lado, en diagonal.
card-bishop-chakart = Se mueve y captura por diagonales. Deja una bomba a su lado, en la fila o columna.
card-knight-chakart = Salta dos casillas por una fila o columna y una hacia el lado, y captura donde cae. Deja un huevo.
card-pawn-chakart = Avanza una casilla recto hacia delante, o dos desde su primera o segunda fila, y en diagonal adonde hay una pieza rival o un objeto. Deja un champiñón.
card-mushroom = Un peón, caballo o rey que cae aquí repite su paso.
card-egg = Una pieza que cae aquí recibe uno de ocho efectos, todos igual de probables.
card-banana = Una pieza que cae aquí sale lanzada una casilla por la fila o columna, al azar.
card-bomb = Una pieza que cae aquí sale lanzada una casilla en diagonal, al azar.

## A card also says why this piece cannot move now, or that it is hidden. $by is "the rook on e8".

note-frozen = Esta pieza está congelada. Su bando tiene que mover antes otra pieza.
note-frozen-by = { CAPITAL($by) } congela esta pieza.
note-in-check = Esta pieza no tiene ninguna jugada legal: tu rey de { $king } está en jaque por { $by }.
note-exposed = Esta pieza no tiene ninguna jugada legal: tu rey de { $king } quedaría en jaque por { $by }.
note-stuck = Esta pieza no tiene ninguna jugada legal ahora.
note-unseen = El otro bando no ve lo que hay aquí.

# A hint or review names a move. $moved is "pawn e7 to e8", $piece is "a queen".
move-becomes = { $moved } y se convierte en { $piece }
# $named is "withdrawer d1 to g4", $move is the same in short notation.
move-named = { $named } ({ $move })
