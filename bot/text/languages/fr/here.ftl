### A page with here:yes applies a rule to the board of a match. $squares is such as "e5, g7", $move is such as "f4f3", and
### $side is such as "Votre camp (Blancs)" or "Blancs". A noun without an article selects the word before it: [immobiliseur],
### [banane], [bombe].

here-your-side = Votre camp ({ $color })
here-now = Maintenant : { $moves }.
here-now-more = Maintenant : { $moves } ; et { $count } de plus.
here-captures = { $move } prend en { $squares }
here-en-passant = { $move } prend en passant le pion en { $squares }
here-castles = { $move } est un roque
here-promotes = { $move } est une promotion
here-throws = { $move } lance la carapace
here-no-en-passant = Aucune prise en passant n'est possible maintenant.
here-no-castling = Vous ne pouvez pas roquer maintenant.
here-no-promotion = Aucun de vos pions ne peut être promu maintenant.
here-no-target = Vous n'avez pas de cible pour une carapace maintenant.
here-none-frozen = Aucune pièce n'est gelée.
here-check = En échec : le roi en { $squares }.
here-no-check = Aucun roi n'est en échec.
here-powers = { $side } : { $powers }.
here-reset = Une réinitialisation a lieu quand un camp définit sa dernière pièce indéfinie : il en reste { $white } aux Blancs et { $black } aux Noirs.
here-undefined = { $count ->
    [one] { $side } : il reste { $count } pièce indéfinie ({ $squares }). Réserve : { $reserve }.
   *[other] { $side } : il reste { $count } pièces indéfinies ({ $squares }). Réserve : { $reserve }.
}
here-reserve-empty = vide
here-no-undefined = { $side } : il ne reste pas de pièce indéfinie.
here-pieces = { $side } : { $piece } en { $squares }.
here-pieces-frozen = { $side } : { $piece } en { $squares } ; pièces gelées : { $frozen }.
here-no-piece = { $side } : pas { $piece_elision ->
    [yes] d'{ $piece }
   *[no] de { $piece }
} sur l'échiquier.
# The board may hold such a piece that the reader does not see.
here-no-piece-seen = { $side } : vous ne voyez { $piece_gender ->
    [feminine] aucune
   *[other] aucun
} { $piece }.
here-freezes = { $side } : l'immobiliseur en { $square } gèle ce qui se trouve en { $squares }.
here-freezes-none = { $side } : l'immobiliseur en { $square } ne gèle aucune pièce.
# $object is such as "un œuf", and such as "œuf" in the next message.
here-object = À votre connaissance, sur l'échiquier : { $object } en { $squares }.
here-no-object = À votre connaissance, il n'y a { $object_gender ->
    [feminine] aucune
   *[other] aucun
} { $object } sur l'échiquier.

## These phrases describe the moves of a piece that a picture marks.

legend-slides = en glissant vers { $squares }
legend-leaps = d'un pas ou d'un saut vers { $squares }
legend-moves = sans prendre, vers { $squares }
legend-captures = pour prendre, en { $squares }

## The handbook names paragraphs of the law that players do not need: "R1 à R12", "O15 et O18".

untold-from-to = { $first } à { $last }
untold-both = { $first } et { $last }
