### These clauses explain why a decision is illegal. They follow a colon and have no final dot. $piece, $target, $by and
### similar arguments have an article and a square: "la torre de a1". So "de" and "a" never stand before them. A square
### stands alone. All pieces of Baroque are masculine.

illegal-over = la partida ha terminado: { $outcome }
illegal-chance-first = la última jugada no ha terminado, porque antes tiene que decidir el azar
illegal-not-drawn = la posición inicial todavía no se ha sorteado
illegal-no-such-action = en { $variant } no existe la jugada { $action }; una pieza va de una casilla a otra, por ejemplo e2e4
illegal-no-such-action-bario = en Bario no existe la jugada { $action }; escribe e2e4, o N@d1e3 para una pieza indefinida
illegal-empty = no tienes ninguna pieza en { $square }
illegal-not-yours = { $piece } es de las { $owner }, y juegan las { $mover }
illegal-nobodys = { $piece } no te pertenece
illegal-object = en { $square } hay { $object }; los objetos no se mueven
illegal-no-way = una jugada va de una casilla a otra, no de { $square } a { $square }
illegal-no-passing = no puedes pasar; una jugada va de una casilla a otra, no de { $square } a { $square }
illegal-cannot-reach = { $piece } no puede llegar a { $square }; { $how }
# $by may be "tu propia dama de e4".
illegal-blocked = { $piece } no puede pasar porque lo impide { $by }
# $piece is "tu propia dama de e4".
illegal-own-piece = esa casilla ya la ocupa { $piece }
illegal-frozen = { $piece } está { $piece_gender ->
    [feminine] congelada
   *[other] congelado
}; mueve antes otra pieza
illegal-frozen-touching = { $piece } está congelado, porque toca { $by }
illegal-frozen-freezer = { $piece } está congelado por { $by } y no puede liberarse por sí mismo
illegal-frozen-by = { $piece } está congelado por { $by }, y no hay al lado de esa pieza otro camaleón o inmovilizador tuyo que lo libere
illegal-attacked = tu rey no puede ir a { $square }, casilla atacada por { $by }
illegal-attacked-baroque = tu rey no puede ir a { $square }, donde { $by } podría capturarlo
illegal-beside-king = tu rey no puede ir a { $square }, porque al lado está { $by }
illegal-in-check = { $by } da jaque a tu rey en { $king }, y esta jugada no lo evita
illegal-exposed = con esta jugada { $by } da jaque a tu rey en { $king }
illegal-not-forward = el peón de { $pawn } solo se mueve hacia delante
illegal-no-double-step = el peón de { $pawn } no está en su segunda fila, así que solo avanza una casilla
illegal-no-double-step-chakart = el peón de { $pawn } ya ha pasado de su segunda fila, así que solo avanza una casilla
illegal-double-step-blocked = { $by } impide el paso doble del peón de { $pawn }
illegal-captures-straight = el peón de { $pawn } solo captura recto hacia delante, así que no puede capturar { $target }
illegal-captures-not-straight = el peón de { $pawn } no puede capturar recto hacia delante, y { $target } le cierra el paso
illegal-nothing-to-capture = el peón de { $pawn } solo va en diagonal para capturar, y { $square } está vacía
illegal-nothing-to-capture-berolina = el peón de { $pawn } solo va recto hacia delante para capturar, y { $square } está vacía
illegal-nothing-to-capture-chakart = el peón de { $pawn } solo va en diagonal adonde hay una pieza rival o un objeto, y { $square } está vacía
illegal-too-late = el peón de { $pawn } solo puede capturar al paso justo después de un paso doble sobre { $square }, y la última jugada no lo fue
illegal-becomes-what = el peón llega a su última fila; añade en qué se convierte, por ejemplo { $from }{ $to }=Q
illegal-cannot-become = un peón se convierte en dama, torre, alfil o caballo, no en { $into }
illegal-cannot-become-chakart = un peón se convierte en dama, torre, alfil, caballo o rey, no en { $into }
illegal-undefined-becomes = una pieza indefinida se convierte en dama, torre, alfil o caballo, no en { $into }
illegal-no-promotion = solo promociona un peón que llega a su última fila; quita ={ $letter }
illegal-no-promotion-baroque = en Baroque no hay promoción; escribe solo { $from }{ $to }

## These clauses describe how a piece moves; $how above holds one of them.

moves-berolina-pawn = avanza una casilla en diagonal hacia delante, o dos desde su segunda fila, y captura una casilla recto hacia delante
moves-chakart-pawn = avanza una casilla, dos desde su primera o segunda fila, y una en diagonal adonde hay una pieza rival o un objeto
moves-pawn = avanza una casilla recto hacia delante, o dos desde su segunda fila, y captura una casilla en diagonal hacia delante
moves-knight = un caballo va dos casillas por una fila o columna y una hacia el lado
moves-bishop = un alfil se mueve por diagonales
moves-rook = una torre se mueve por filas y columnas
moves-queen = una dama se mueve por filas, columnas y diagonales
moves-king = un rey se mueve una casilla
moves-baroque-king = un rey se mueve una casilla, y no hay enroque
moves-baroque-pincer = un pinzador se mueve por filas y columnas
moves-baroque-other = todos menos los pinzadores y los reyes se mueven como una dama de ajedrez

## These clauses describe how a piece of Baroque captures; $how holds one of them.

captures-pincer = un pinzador captura la pieza que queda entre él y otra pieza tuya
captures-coordinator = un coordinador captura en las otras dos esquinas del rectángulo que forma con tu rey
captures-long-leaper = un saltador largo captura las piezas sobre las que salta
captures-chameleon = un camaleón captura cada pieza a la manera de esa pieza
captures-withdrawer = un retirador captura la pieza de la que se aleja en línea recta
captures-immobilizer = un inmovilizador nunca captura

## These clauses explain why castling is illegal.

castling-never = el rey de { $king } se mueve una casilla, y no hay enroque
castling-no-rook = no tienes ninguna torre en { $square } con la que enrocar
castling-no-undefined = no tienes ninguna pieza indefinida en { $square } con la que enrocar
castling-moved = no puedes enrocar, porque el rey de { $king } o la torre de { $partner } ya se ha movido antes
castling-moved-bario = no puedes enrocar, porque el rey ya se ha movido antes, o la pieza de { $partner } no es la del principio
castling-no-rook-left = no puedes enrocar, porque la pieza de { $square } tiene que convertirse en torre, y no queda ninguna en tu reserva
castling-blocked = no puedes enrocar, porque { $by } está entre tu rey y tu torre
castling-blocked-bario = no puedes enrocar, porque { $by } está entre tu rey y la esquina
castling-out-of-check = no puedes enrocar, porque { $by } da jaque a tu rey en { $square }
castling-through-check = no puedes enrocar, porque tu rey pasaría por { $square }, casilla atacada por { $by }
castling-into-check = no puedes enrocar, porque tu rey acabaría en { $square }, casilla atacada por { $by }

## Only Berolina has these.

illegal-straight-double-step = el peón de { $pawn } da su paso doble en diagonal, no recto hasta { $square }
# $piece is "tu propia torre de e4".
illegal-own-ahead = el peón de { $pawn } captura recto hacia delante, pero { $piece } le cierra el paso

## Only Baroque has these.

illegal-step-upon = solo un rey captura yendo a la casilla de otra pieza, así que { $piece } no puede capturar así { $target }; { $how }
illegal-leap-over = { $piece } solo salta sobre saltadores largos, no sobre { $over }
illegal-no-landing = { $piece } no puede saltar sobre { $over }, porque justo detrás está { $behind }
illegal-spared = { $piece } salta y por eso solo captura saltadores largos; { $by } aún podría capturar a tu rey en { $king }
illegal-released = esta jugada libera { $by }, que entonces podría capturar a tu rey en { $king }

## Only Bario has these. $rank is 1 or 8.

illegal-king-first = tienes que colocar primero tu rey, en cualquier casilla de la fila { $rank } (de K@a{ $rank } a K@h{ $rank })
illegal-only-king = solo puedes colocar tu rey, no { $piece } (de K@a{ $rank } a K@h{ $rank })
illegal-king-elsewhere = tu rey ocupa el lugar de una pieza indefinida de la fila { $rank }, así que no puede ir a { $square }
illegal-king-stands = tu rey ya está colocado, y solo se colocan reyes
illegal-nothing-placed = los reyes empiezan en e1 y e8, y no hay nada que colocar
illegal-loss-first = di primero qué pieza perdiste en { $square } ({ $choices })
illegal-not-lost = una pieza indefinida nunca es { $piece }; para la pieza perdida en { $square }, escribe { $choices }
# $piece has no article: "torre".
illegal-lost-not-in-reserve = ya no te queda { $piece_gender ->
    [feminine] ninguna
   *[other] ningún
} { $piece } en la reserva; para la pieza perdida en { $square }, escribe { $choices }
illegal-nothing-lost = la última jugada no capturó ninguna de tus piezas indefinidas
illegal-undefined = la pieza de { $square } está sin definir; di en qué se convierte al moverse, por ejemplo { $example }
illegal-defined = { $piece } ya está { $piece_gender ->
    [feminine] definida
   *[other] definido
}; escribe { $from }{ $to }
# $piece has no article: "torre".
illegal-not-in-reserve = ya no te queda { $piece_gender ->
    [feminine] ninguna
   *[other] ningún
} { $piece } en la reserva
illegal-exposed-by-reset = esta jugada define tu última pieza indefinida, y tras el reinicio { $by } ataca a tu rey en { $king }

## Only Chakart has these. $piece and $object have the article "un" or "una" here.

illegal-swap-first = primero tienes que intercambiar dos piezas para el Rey Boo, por ejemplo con a1<>b2
illegal-drop-first = Toadette te ha traído { $piece }; primero tienes que colocar esa pieza, por ejemplo con { $letter }@d4
illegal-promotion-first = el peón de { $from } tiene que ir antes a { $to }; di en qué se convierte, por ejemplo { $from }{ $to }=Q (Q, R, B, N o K)
illegal-no-swap = solo se intercambian piezas cuando un huevo trae al Rey Boo
illegal-no-drop = solo se coloca una pieza cuando un huevo trae a Toadette
illegal-other-drop = Toadette trajo { $brought }, no { $piece }
# $piece is "la torre de a1".
illegal-drop-on = una pieza se coloca en una casilla sin piezas, y ahí está { $piece }
illegal-swap-itself = un intercambio necesita dos casillas
illegal-swap-empty = no hay ninguna pieza en { $square }
illegal-swap-object = { $there }, y los objetos no se pueden intercambiar
illegal-swap-pawn = eso pondría un peón en su propia última fila
illegal-swap-order = escribe el intercambio así: { $action }
illegal-stealth-of = solo una dama se mueve sin ser vista, y { $there }
illegal-shell-of = solo un rey lanza el caparazón, y { $there }
illegal-stealth-spent = ya has usado tu jugada sigilosa
illegal-shell-spent = ya has lanzado tu caparazón
illegal-stealth-onto = una jugada sigilosa termina en una casilla vacía, y { $there }
illegal-shell-path = el caparazón vuela por filas, columnas y diagonales, así que no puede ir de { $from } a { $to }
# $piece is "la torre de a1".
illegal-shell-stopped = { $piece } detiene el caparazón
illegal-shell-misses = el caparazón solo alcanza piezas rivales, y { $there }
illegal-shell-misses-empty = el caparazón solo alcanza piezas rivales, y { $square } está vacía
# $there above holds one of these.
there-stands = en { $square } hay { $piece }
there-lies = en { $square } hay { $object }
