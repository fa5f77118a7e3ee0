### Nouns name pieces and objects. A noun has its `plural`, and `gender` if it is feminine. Messages name a piece as "la
### torre de a1" or "un alfil", so they never put "de" or "a" before it. They avoid words that agree with it in gender.

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

# A noun has these forms: "un huevo", "el huevo", "tu propia dama", "2 damas", "damas".
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

# This names a piece or an object with its square: "la dama de e4", "tu propio peón de c3".
noun-on = { $piece } de { $square }
    .gender = { $piece_gender }

# This also names its side: "la dama de e4 (blancas)".
noun-on-side = { $piece } de { $square } ({ $color })
    .gender = { $piece_gender }

## An egg in Chakart holds one of these effects.

effect-king-boo = Rey Boo
    .article = el
effect-koopa = Koopa
effect-toadette = Toadette
effect-chomp = Chomp
effect-daisy = Daisy
effect-bowser = Bowser
effect-luigi = Luigi
effect-waluigi = Waluigi
