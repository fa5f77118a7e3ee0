### What stands on a board. Each noun has these forms, which are attributes: `a` and `the` with its article, `own` as in "your
### own queen". A language with genders says which in the attribute `gender`; then a message that names a piece as $piece can choose by
### $piece_gender.

noun-king = king
    .a = a king
    .the = the king
    .own = your own king

noun-queen = queen
    .a = a queen
    .the = the queen
    .own = your own queen

noun-rook = rook
    .a = a rook
    .the = the rook
    .own = your own rook

noun-bishop = bishop
    .a = a bishop
    .the = the bishop
    .own = your own bishop

noun-knight = knight
    .a = a knight
    .the = the knight
    .own = your own knight

noun-pawn = pawn
    .a = a pawn
    .the = the pawn
    .own = your own pawn

noun-pincer = pincer
    .a = a pincer
    .the = the pincer
    .own = your own pincer

noun-coordinator = coordinator
    .a = a coordinator
    .the = the coordinator
    .own = your own coordinator

noun-long-leaper = long leaper
    .a = a long leaper
    .the = the long leaper
    .own = your own long leaper

noun-chameleon = chameleon
    .a = a chameleon
    .the = the chameleon
    .own = your own chameleon

noun-withdrawer = withdrawer
    .a = a withdrawer
    .the = the withdrawer
    .own = your own withdrawer

noun-immobilizer = immobilizer
    .a = an immobilizer
    .the = the immobilizer
    .own = your own immobilizer

noun-undefined-piece = undefined piece
    .a = an undefined piece
    .the = the undefined piece
    .own = your own undefined piece

noun-mushroom = mushroom
    .a = a mushroom
    .the = the mushroom
    .own = your own mushroom

noun-egg = egg
    .a = an egg
    .the = the egg
    .own = your own egg

noun-banana = banana
    .a = a banana
    .the = the banana
    .own = your own banana

noun-bomb = bomb
    .a = a bomb
    .the = the bomb
    .own = your own bomb

# A piece or an object where it is: "the queen on e4", "your own pawn on c3".
noun-on = { $piece } on { $square }

# The same with its side: "the queen on e4 (White)".
noun-on-side = { $piece } on { $square } ({ $color })
