### What is written on pictures. There is little room.

## The strip of a side: how it stands. The name of who plays it stands before that.

picture-move = au trait
picture-move-check = au trait, en échec
picture-move-again = rejoue
picture-king-place = place son roi
picture-lost-piece = nomme la pièce perdue
picture-swap = échange deux pièces
picture-drop-place = pose { $piece }
picture-promotion = promeut un pion

## The same when the game is over. The score stands before that.

picture-won = gagne
picture-won-checkmate = gagne par mat
picture-won-resignation = gagne par abandon
picture-won-out-of-time = gagne au temps
picture-lost-checkmate = mat
picture-lost-resignation = abandonne
picture-lost-out-of-time = temps écoulé
picture-lost-kings-captured = plus de roi
picture-lost-no-decision = ne peut plus jouer
picture-lost-recycled-into-check = recyclage en échec

## The legend below a diagram: what its marks mean.

picture-slide = glisse
picture-leap = saute
picture-capture-only = prise seulement
picture-move-only = déplacement seulement
picture-noted = case marquée
