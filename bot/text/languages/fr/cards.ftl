### A card beside a piece on a board describes its ways with these texts, in short sentences about "it".

## All pieces of chess. The cards of pawns differ by variant.

card-king = Se déplace d'une case dans toutes les directions et prend en allant sur une pièce.
card-queen = Se déplace et prend le long des rangées, des colonnes et des diagonales.
card-rook = Se déplace et prend le long des rangées et des colonnes.
card-bishop = Se déplace et prend le long des diagonales.
card-knight = Saute de deux cases le long d'une rangée ou d'une colonne, puis d'une case sur le côté, et prend là où il arrive.
card-pawn = Avance d'une case droit devant, ou de deux depuis sa deuxième rangée. Prend à une case en diagonale vers l'avant.
card-pawn-berolina = Avance d'une case en diagonale, ou de deux depuis sa deuxième rangée. Prend à une case droit devant.
card-undefined = Peut devenir tout type de la réserve de son camp quand elle se déplace. Jusque-là, elle attaque comme chacun de ces types.

## Baroque.

card-pincer = Se déplace comme une tour. Prend une pièce adverse que son coup enferme en ligne droite entre lui et une autre pièce de son camp.
card-coordinator = Se déplace comme une dame. Après son coup, prend aux deux autres coins du rectangle qu'il forme avec son propre roi.
card-long-leaper = Se déplace comme une dame. Prend les pièces adverses de sa ligne qu'il saute. La case juste derrière chacune doit être vide.
card-chameleon = Se déplace comme une dame. Prend chaque pièce à la manière de celle-ci, et gèle un immobiliseur adverse voisin.
card-withdrawer = Se déplace comme une dame. Prend la pièce adverse voisine dont il s'éloigne tout droit.
card-immobilizer = Se déplace comme une dame et ne prend jamais rien. Les pièces adverses voisines ne peuvent pas bouger.

## Chakart. Its objects have cards too.

card-king-chakart = Se déplace d'une case dans toutes les directions et prend en allant sur une pièce. Une fois par partie, un roi de chaque camp peut lancer une carapace.
card-queen-chakart = Se déplace et prend le long des rangées, des colonnes et des diagonales. Une fois par partie, une dame de chaque camp peut jouer un coup furtif.
card-rook-chakart = Se déplace et prend le long des rangées et des colonnes. Pose une banane à côté d'elle, en diagonale.
card-bishop-chakart = Se déplace et prend le long des diagonales. Pose une bombe à côté de lui, sur la rangée ou la colonne.
card-knight-chakart = Saute de deux cases le long d'une rangée ou d'une colonne, puis d'une case sur le côté, et prend là où il arrive. Laisse un œuf.
card-pawn-chakart = Avance d'une case droit devant, ou de deux depuis sa première ou sa deuxième rangée, et en diagonale sur une pièce adverse ou un objet. Laisse un champignon.
card-mushroom = Un pion, un cavalier ou un roi qui arrive ici répète son pas.
card-egg = Une pièce qui arrive ici tire un effet sur huit, tous aussi probables.
card-banana = Une pièce qui arrive ici est projetée d'une case sur la rangée ou la colonne, au hasard.
card-bomb = Une pièce qui arrive ici est projetée d'une case en diagonale, au hasard.

## A card also says why this piece cannot move now, or that it is hidden. $by is "the rook on e8".

note-frozen = Cette pièce est gelée. Son camp doit d'abord jouer une autre pièce.
note-frozen-by = { CAPITAL($by) } gèle cette pièce.
note-in-check = Cette pièce n'a aucun coup légal : votre roi en { $king } est mis en échec par { $by }.
note-exposed = Cette pièce n'a aucun coup légal : votre roi en { $king } serait mis en échec par { $by }.
note-stuck = Cette pièce n'a aucun coup légal en ce moment.
note-unseen = L'autre camp ne voit pas ce qui se trouve ici.

# A hint or review names a move. $moved is "pawn e7 to e8", $piece is "a queen".
move-becomes = { $moved }, devient { $piece }
# $named is "withdrawer d1 to g4", $move is the same in short notation.
move-named = { $named } ({ $move })
