### What stands on a board. A noun has its `plural`, and what else the forms below need to know of it: in English the `article`,
### where that is "an". A language has the attributes that it needs, such as a gender or cases. A message that names a piece as
### $piece can use and choose by each of them: $piece_plural, $piece_gender.

# The letters of king, queen, rook, bishop, knight, pawn, mushroom, egg, banana and bomb, in this order: on boards made of
# letters, and those of pieces in moves. No two may be the same, in capitals or not.
letters = KQRBNPmedw

noun-king = king
    .plural = kings
noun-queen = queen
    .plural = queens
noun-rook = rook
    .plural = rooks
noun-bishop = bishop
    .plural = bishops
noun-knight = knight
    .plural = knights
noun-pawn = pawn
    .plural = pawns
noun-pincer = pincer
    .plural = pincers
noun-coordinator = coordinator
    .plural = coordinators
noun-long-leaper = long leaper
    .plural = long leapers
noun-chameleon = chameleon
    .plural = chameleons
noun-withdrawer = withdrawer
    .plural = withdrawers
noun-immobilizer = immobilizer
    .plural = immobilizers
    .article = an
noun-undefined-piece = undefined piece
    .plural = undefined pieces
    .article = an
noun-mushroom = mushroom
    .plural = mushrooms
noun-egg = egg
    .plural = eggs
    .article = an
noun-banana = banana
    .plural = bananas
noun-bomb = bomb
    .plural = bombs

# The forms of a noun: "an egg", "the egg", "your own queen", "2 queens", "queens".
noun-a = { $noun_article ->
    [an] an
   *[a] a
} { $noun }
noun-the = the { $noun }
noun-own = your own { $noun }
noun-many = { $count } { $noun_plural }
noun-plural = { $noun_plural }

# A piece or an object where it is: "the queen on e4", "your own pawn on c3".
noun-on = { $piece } on { $square }

# The same with its side: "the queen on e4 (White)".
noun-on-side = { $piece } on { $square } ({ $color })

## What comes out of an egg in Chakart.

effect-king-boo = King Boo
effect-koopa = Koopa
effect-toadette = Toadette
effect-chomp = Chomp
effect-daisy = Daisy
effect-bowser = Bowser
effect-luigi = Luigi
effect-waluigi = Waluigi
