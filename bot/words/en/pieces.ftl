### What stands on a board. Each noun has these forms, which are attributes: `a` and `the` with its article, `own` as in "your
### own queen", `many` for a number of them above one, `plural` for several without the number. A language with genders says which in the attribute `gender`; then a message that names a piece as $piece can choose by
### $piece_gender.

# The letters of king, queen, rook, bishop, knight, pawn, mushroom, egg, banana and bomb, in this order: on boards made of
# letters, and those of pieces in moves. No two may be the same, in capitals or not.
letters = KQRBNPmedw

noun-king = king
    .a = a king
    .the = the king
    .own = your own king
    .many = { $count } kings
    .plural = kings

noun-queen = queen
    .a = a queen
    .the = the queen
    .own = your own queen
    .many = { $count } queens
    .plural = queens

noun-rook = rook
    .a = a rook
    .the = the rook
    .own = your own rook
    .many = { $count } rooks
    .plural = rooks

noun-bishop = bishop
    .a = a bishop
    .the = the bishop
    .own = your own bishop
    .many = { $count } bishops
    .plural = bishops

noun-knight = knight
    .a = a knight
    .the = the knight
    .own = your own knight
    .many = { $count } knights
    .plural = knights

noun-pawn = pawn
    .a = a pawn
    .the = the pawn
    .own = your own pawn
    .many = { $count } pawns
    .plural = pawns

noun-pincer = pincer
    .a = a pincer
    .the = the pincer
    .own = your own pincer
    .many = { $count } pincers
    .plural = pincers

noun-coordinator = coordinator
    .a = a coordinator
    .the = the coordinator
    .own = your own coordinator
    .many = { $count } coordinators
    .plural = coordinators

noun-long-leaper = long leaper
    .a = a long leaper
    .the = the long leaper
    .own = your own long leaper
    .many = { $count } long leapers
    .plural = long leapers

noun-chameleon = chameleon
    .a = a chameleon
    .the = the chameleon
    .own = your own chameleon
    .many = { $count } chameleons
    .plural = chameleons

noun-withdrawer = withdrawer
    .a = a withdrawer
    .the = the withdrawer
    .own = your own withdrawer
    .many = { $count } withdrawers
    .plural = withdrawers

noun-immobilizer = immobilizer
    .a = an immobilizer
    .the = the immobilizer
    .own = your own immobilizer
    .many = { $count } immobilizers
    .plural = immobilizers

noun-undefined-piece = undefined piece
    .a = an undefined piece
    .the = the undefined piece
    .own = your own undefined piece
    .many = { $count } undefined pieces
    .plural = undefined pieces

noun-mushroom = mushroom
    .a = a mushroom
    .the = the mushroom
    .own = your own mushroom
    .many = { $count } mushrooms
    .plural = mushrooms

noun-egg = egg
    .a = an egg
    .the = the egg
    .own = your own egg
    .many = { $count } eggs
    .plural = eggs

noun-banana = banana
    .a = a banana
    .the = the banana
    .own = your own banana
    .many = { $count } bananas
    .plural = bananas

noun-bomb = bomb
    .a = a bomb
    .the = the bomb
    .own = your own bomb
    .many = { $count } bombs
    .plural = bombs

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
