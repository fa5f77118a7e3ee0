### Nouns name pieces and objects. A noun has its `plural`, and attributes for the forms below: in English the `article`, if
### it is "an". Each language defines the attributes that it needs, such as a gender or cases. A message with the argument
### $piece can use and select by each of them: $piece_plural, $piece_gender.

# These letters stand for king, queen, rook, bishop, knight, pawn, mushroom, egg, banana and bomb, in this order. Text boards
# and moves use them. No two letters are the same, even if their case differs.
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

# A noun has these forms: "an egg", "the egg", "your own queen", "2 queens", "queens".
noun-a = { $noun_article ->
    [an] an
   *[a] a
} { $noun }
noun-the = the { $noun }
noun-own = your own { $noun }
noun-many = { $count } { $noun_plural }
noun-plural = { $noun_plural }

# This names a piece or an object with its square: "the queen on e4", "your own pawn on c3".
noun-on = { $piece } on { $square }

# This also names its side: "the queen on e4 (White)".
noun-on-side = { $piece } on { $square } ({ $color })

## An egg in Chakart holds one of these effects.

effect-king-boo = King Boo
effect-koopa = Koopa
effect-toadette = Toadette
effect-chomp = Chomp
effect-daisy = Daisy
effect-bowser = Bowser
effect-luigi = Luigi
effect-waluigi = Waluigi
