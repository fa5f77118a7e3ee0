### What stands on a board. A noun has its `plural`, and `gender` where it is feminine. Messages name a piece as "la torre de a1"
### or "un alfil", so they never put "de" or "a" before it, and are worded so that little has to agree with it.

letters = RDTACPmebw

noun-king = rey
    .plural = reyes
noun-queen = dama
    .plural = damas
    .gender = feminine
noun-rook = torre
    .plural = torres
    .gender = feminine
noun-bishop = alfil
    .plural = alfiles
noun-knight = caballo
    .plural = caballos
noun-pawn = peón
    .plural = peones
noun-pincer = pinzador
    .plural = pinzadores
noun-coordinator = coordinador
    .plural = coordinadores
noun-long-leaper = saltador largo
    .plural = saltadores largos
noun-chameleon = camaleón
    .plural = camaleones
noun-withdrawer = retirador
    .plural = retiradores
noun-immobilizer = inmovilizador
    .plural = inmovilizadores
noun-undefined-piece = pieza indefinida
    .plural = piezas indefinidas
    .gender = feminine
noun-mushroom = champiñón
    .plural = champiñones
noun-egg = huevo
    .plural = huevos
noun-banana = plátano
    .plural = plátanos
noun-bomb = bomba
    .plural = bombas
    .gender = feminine

# The forms of a noun: "un huevo", "el huevo", "tu propia dama", "2 damas", "damas".
noun-a = { $noun_gender ->
    [feminine] una
   *[masculine] un
} { $noun }
    .gender = { $noun_gender }
noun-the = { $noun_gender ->
    [feminine] la
   *[masculine] el
} { $noun }
    .gender = { $noun_gender }
noun-own = { $noun_gender ->
    [feminine] tu propia
   *[masculine] tu propio
} { $noun }
    .gender = { $noun_gender }
noun-many = { $count } { $noun_plural }
noun-plural = { $noun_plural }

# A piece or an object where it is: "la dama de e4", "tu propio peón de c3".
noun-on = { $piece } de { $square }
    .gender = { $piece_gender }

# The same with its side: "la dama de e4 (blancas)".
noun-on-side = { $piece } de { $square } ({ $color })
    .gender = { $piece_gender }

## What comes out of an egg in Chakart.

effect-king-boo = Rey Boo
    .article = el
effect-koopa = Koopa
effect-toadette = Toadette
effect-chomp = Chomp
effect-daisy = Daisy
effect-bowser = Bowser
effect-luigi = Luigi
effect-waluigi = Waluigi
