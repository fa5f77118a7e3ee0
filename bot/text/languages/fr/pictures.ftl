### Pictures show these texts. They have little room, so the texts are short.

## The strip of a side shows its status after the name of its player.

picture-move = au trait
picture-move-check = au trait, en échec
picture-move-again = rejoue
picture-king-place = place son roi
picture-lost-piece = nomme la pièce perdue
picture-swap = échange deux pièces
picture-drop-place = pose { $piece }
picture-promotion = promeut un pion

## After the game, the strip shows the result after the score.

picture-won = gagne
picture-won-checkmate = gagne par mat
picture-won-resignation = gagne par abandon
picture-won-out-of-time = gagne au temps
picture-lost = perd
picture-lost-checkmate = mat
picture-lost-resignation = abandonne
picture-lost-out-of-time = temps écoulé
picture-lost-kings-captured = plus de roi
picture-lost-no-decision = ne peut plus jouer
picture-lost-recycled-into-check = recyclage en échec

## The legend below a diagram explains its marks with these.

picture-slide = glisse
picture-leap = saute
picture-capture-only = prise seulement
picture-move-only = déplacement seulement
picture-noted = case marquée
