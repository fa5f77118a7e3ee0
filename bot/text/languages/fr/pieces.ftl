### Nouns name pieces and objects. A noun has its `plural`, `gender` if it is feminine, and `elision` if it begins with a
### vowel. A message with the argument $piece can select by $piece_gender.

letters = RDTFCPmebw

noun-king = roi
    .plural = rois
noun-queen = dame
    .plural = dames
    .gender = feminine
noun-rook = tour
    .plural = tours
    .gender = feminine
noun-bishop = fou
    .plural = fous
noun-knight = cavalier
    .plural = cavaliers
noun-pawn = pion
    .plural = pions
noun-pincer = pinceur
    .plural = pinceurs
noun-coordinator = coordinateur
    .plural = coordinateurs
noun-long-leaper = sauteur long
    .plural = sauteurs longs
noun-chameleon = caméléon
    .plural = caméléons
noun-withdrawer = retireur
    .plural = retireurs
noun-immobilizer = immobiliseur
    .plural = immobiliseurs
    .elision = yes
noun-undefined-piece = pièce indéfinie
    .plural = pièces indéfinies
    .gender = feminine
noun-mushroom = champignon
    .plural = champignons
noun-egg = œuf
    .plural = œufs
    .elision = yes
noun-banana = banane
    .plural = bananes
    .gender = feminine
noun-bomb = bombe
    .plural = bombes
    .gender = feminine

# A noun has these forms: "un œuf", "l'œuf", "votre propre dame", "2 dames", "dames".
noun-a = { $noun_gender ->
    [feminine] une
   *[masculine] un
} { $noun }
    .gender = { $noun_gender }
noun-the = { $noun_elision ->
    [yes] l'{ $noun }
   *[no] { $noun_gender ->
        [feminine] la
       *[masculine] le
    } { $noun }
}
    .gender = { $noun_gender }
noun-own = votre propre { $noun }
    .gender = { $noun_gender }
noun-many = { $count } { $noun_plural }
noun-plural = { $noun_plural }

# This names a piece or an object with its square: "la dame en e4", "votre propre pion en c3".
noun-on = { $piece } en { $square }
    .gender = { $piece_gender }

# This also names its side: "la dame en e4 (Blancs)".
noun-on-side = { $piece } en { $square } ({ $color })
    .gender = { $piece_gender }

## An egg in Chakart holds one of these effects.

effect-king-boo = le Roi Boo
effect-koopa = Koopa
effect-toadette = Toadette
effect-chomp = Chomp
effect-daisy = Daisy
effect-bowser = Bowser
effect-luigi = Luigi
effect-waluigi = Waluigi
