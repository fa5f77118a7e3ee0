### What stands on a board. Each noun has its `gender` too; a message that names a piece as $piece chooses by $piece_gender.

letters = RDTFCPmebw

noun-king = roi
    .a = un roi
    .the = le roi
    .own = votre propre roi
    .many = { $count } rois
    .plural = rois
    .gender = masculine

noun-queen = dame
    .a = une dame
    .the = la dame
    .own = votre propre dame
    .many = { $count } dames
    .plural = dames
    .gender = feminine

noun-rook = tour
    .a = une tour
    .the = la tour
    .own = votre propre tour
    .many = { $count } tours
    .plural = tours
    .gender = feminine

noun-bishop = fou
    .a = un fou
    .the = le fou
    .own = votre propre fou
    .many = { $count } fous
    .plural = fous
    .gender = masculine

noun-knight = cavalier
    .a = un cavalier
    .the = le cavalier
    .own = votre propre cavalier
    .many = { $count } cavaliers
    .plural = cavaliers
    .gender = masculine

noun-pawn = pion
    .a = un pion
    .the = le pion
    .own = votre propre pion
    .many = { $count } pions
    .plural = pions
    .gender = masculine

noun-pincer = pinceur
    .a = un pinceur
    .the = le pinceur
    .own = votre propre pinceur
    .many = { $count } pinceurs
    .plural = pinceurs
    .gender = masculine

noun-coordinator = coordinateur
    .a = un coordinateur
    .the = le coordinateur
    .own = votre propre coordinateur
    .many = { $count } coordinateurs
    .plural = coordinateurs
    .gender = masculine

noun-long-leaper = sauteur long
    .a = un sauteur long
    .the = le sauteur long
    .own = votre propre sauteur long
    .many = { $count } sauteurs longs
    .plural = sauteurs longs
    .gender = masculine

noun-chameleon = caméléon
    .a = un caméléon
    .the = le caméléon
    .own = votre propre caméléon
    .many = { $count } caméléons
    .plural = caméléons
    .gender = masculine

noun-withdrawer = retireur
    .a = un retireur
    .the = le retireur
    .own = votre propre retireur
    .many = { $count } retireurs
    .plural = retireurs
    .gender = masculine

noun-immobilizer = immobiliseur
    .a = un immobiliseur
    .the = l'immobiliseur
    .own = votre propre immobiliseur
    .many = { $count } immobiliseurs
    .plural = immobiliseurs
    .gender = masculine

noun-undefined-piece = pièce indéfinie
    .a = une pièce indéfinie
    .the = la pièce indéfinie
    .own = votre propre pièce indéfinie
    .many = { $count } pièces indéfinies
    .plural = pièces indéfinies
    .gender = feminine

noun-mushroom = champignon
    .a = un champignon
    .the = le champignon
    .own = votre propre champignon
    .many = { $count } champignons
    .plural = champignons
    .gender = masculine

noun-egg = œuf
    .a = un œuf
    .the = l'œuf
    .own = votre propre œuf
    .many = { $count } œufs
    .plural = œufs
    .gender = masculine

noun-banana = banane
    .a = une banane
    .the = la banane
    .own = votre propre banane
    .many = { $count } bananes
    .plural = bananes
    .gender = feminine

noun-bomb = bombe
    .a = une bombe
    .the = la bombe
    .own = votre propre bombe
    .many = { $count } bombes
    .plural = bombes
    .gender = feminine

# A piece or an object where it is: "la dame en e4", "votre propre pion en c3".
noun-on = { $piece } en { $square }
    .gender = { $piece_gender }

# The same with its side: "la dame en e4 (Blancs)".
noun-on-side = { $piece } en { $square } ({ $color })
    .gender = { $piece_gender }

## What comes out of an egg in Chakart.

effect-king-boo = Roi Boo
effect-koopa = Koopa
effect-toadette = Toadette
effect-chomp = Chomp
effect-daisy = Daisy
effect-bowser = Bowser
effect-luigi = Luigi
effect-waluigi = Waluigi
