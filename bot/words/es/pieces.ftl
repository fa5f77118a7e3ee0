### What stands on a board. Each noun has these forms, which are attributes: `a` and `the` with its article, `own` as in "tu
### propia dama", `many` for a number of them above one, `plural` for several without the number, and `gender`. Messages name
### a piece as "la torre de a1" or "un alfil", so they never put "de" or "a" before it, and are worded so that nothing has to
### agree with it.

letters = RDTACPmebw

noun-king = rey
    .a = un rey
    .the = el rey
    .own = tu propio rey
    .many = { $count } reyes
    .plural = reyes
    .gender = masculine

noun-queen = dama
    .a = una dama
    .the = la dama
    .own = tu propia dama
    .many = { $count } damas
    .plural = damas
    .gender = feminine

noun-rook = torre
    .a = una torre
    .the = la torre
    .own = tu propia torre
    .many = { $count } torres
    .plural = torres
    .gender = feminine

noun-bishop = alfil
    .a = un alfil
    .the = el alfil
    .own = tu propio alfil
    .many = { $count } alfiles
    .plural = alfiles
    .gender = masculine

noun-knight = caballo
    .a = un caballo
    .the = el caballo
    .own = tu propio caballo
    .many = { $count } caballos
    .plural = caballos
    .gender = masculine

noun-pawn = peón
    .a = un peón
    .the = el peón
    .own = tu propio peón
    .many = { $count } peones
    .plural = peones
    .gender = masculine

noun-pincer = pinzador
    .a = un pinzador
    .the = el pinzador
    .own = tu propio pinzador
    .many = { $count } pinzadores
    .plural = pinzadores
    .gender = masculine

noun-coordinator = coordinador
    .a = un coordinador
    .the = el coordinador
    .own = tu propio coordinador
    .many = { $count } coordinadores
    .plural = coordinadores
    .gender = masculine

noun-long-leaper = saltador largo
    .a = un saltador largo
    .the = el saltador largo
    .own = tu propio saltador largo
    .many = { $count } saltadores largos
    .plural = saltadores largos
    .gender = masculine

noun-chameleon = camaleón
    .a = un camaleón
    .the = el camaleón
    .own = tu propio camaleón
    .many = { $count } camaleones
    .plural = camaleones
    .gender = masculine

noun-withdrawer = retirador
    .a = un retirador
    .the = el retirador
    .own = tu propio retirador
    .many = { $count } retiradores
    .plural = retiradores
    .gender = masculine

noun-immobilizer = inmovilizador
    .a = un inmovilizador
    .the = el inmovilizador
    .own = tu propio inmovilizador
    .many = { $count } inmovilizadores
    .plural = inmovilizadores
    .gender = masculine

noun-undefined-piece = pieza indefinida
    .a = una pieza indefinida
    .the = la pieza indefinida
    .own = tu propia pieza indefinida
    .many = { $count } piezas indefinidas
    .plural = piezas indefinidas
    .gender = feminine

noun-mushroom = champiñón
    .a = un champiñón
    .the = el champiñón
    .own = tu propio champiñón
    .many = { $count } champiñones
    .plural = champiñones
    .gender = masculine

noun-egg = huevo
    .a = un huevo
    .the = el huevo
    .own = tu propio huevo
    .many = { $count } huevos
    .plural = huevos
    .gender = masculine

noun-banana = plátano
    .a = un plátano
    .the = el plátano
    .own = tu propio plátano
    .many = { $count } plátanos
    .plural = plátanos
    .gender = masculine

noun-bomb = bomba
    .a = una bomba
    .the = la bomba
    .own = tu propia bomba
    .many = { $count } bombas
    .plural = bombas
    .gender = feminine

# A piece or an object where it is: "la dama de e4", "tu propio peón de c3".
noun-on = { $piece } de { $square }
    .gender = { $piece_gender }

# The same with its side: "la dama de e4 (blancas)".
noun-on-side = { $piece } de { $square } ({ $color })
    .gender = { $piece_gender }

## What comes out of an egg in Chakart.

effect-king-boo = Rey Boo
effect-koopa = Koopa
effect-toadette = Toadette
effect-chomp = Chomp
effect-daisy = Daisy
effect-bowser = Bowser
effect-luigi = Luigi
effect-waluigi = Waluigi
