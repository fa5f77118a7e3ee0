### These short clauses describe a turn, without a final dot. A clause without a subject continues about the piece before it,
### after a comma. A clause with its own subject follows a semicolon.

turn-played = { $name_number ->
    [plural] las { $name } jugaron
   *[other] { $name } jugó
} { $move }: { $events }
turn-castles = enroque
# $piece has no article: "caballo de g1 a f3".
turn-moved = { $piece } de { $from } a { $to }
turn-goes = que va a { $to }
turn-captured = captura { $piece }
# $owner captures a piece of their own side. $piece has no article.
turn-captured-own = captura { $piece_gender ->
    [feminine] su propia
   *[other] su propio
} { $piece } en { $square } ({ $owner })
turn-promoted = se convierte en { $piece } en { $square }
turn-dropped = se coloca { $piece } en { $square }
turn-swapped = las piezas en { $one } y { $other } cambian de lugar
# $piece is a queen in these three.
turn-stole = { $piece } de { $from } a { $to } sin ser vista
turn-stole-away = { $piece } parte de { $from } sin ser vista
turn-appeared = la { $piece } invisible aparece en { $square }
turn-shot = el rey de { $from } lanza el caparazón a { $square }
turn-burst = el caparazón estalla contra { $object }
turn-eats = se come { $object }
turn-meets = cae en { $object }
turn-bounced = rebota en { $object } hasta { $to }
turn-slipped = resbala con { $object } hasta { $to }
turn-blown = pisa { $object } y vuela hasta { $to }
turn-went-on = sigue hasta { $to }
turn-left = deja { $object } en { $square }
# This names the piece again after a clause with another subject: "el peón deja un champiñón en h7".
turn-again = { $piece } { $clause }
# $object is "el huevo de d4".
turn-drew = { $object } esconde { $effect_article ->
    [el] al
   *[none] a
} { $effect }
turn-drew-unknown = el huevo esconde { $effect_article ->
    [el] al
   *[none] a
} { $effect }
turn-returned = { $piece } vuelve a { $to }
turn-vanished = { $piece } desaparece
turn-froze = { $piece } se congela
turn-freed = { $piece } vuelve a estar libre
turn-recolored = { $piece } pasa a ser de { $owner }
turn-changed-sides = { $piece } cambia de bando
turn-brought = que trae { $piece }
turn-bonus-lost = la bonificación se pierde
turn-defined = la pieza indefinida de { $square } se convierte en { $piece }
turn-lost = la pieza perdida en { $square } era { $piece }
turn-reset = todas las piezas de { $owner } quedan otra vez sin definir
# A piece meets an object that was hidden. $object has no article.
object-unseen = un objeto oculto ({ $object } en { $square })
