### Pictures show these texts. They have little room, so the texts are short.

## The strip of a side shows its status after the name of its player.

picture-move = le toca
picture-move-check = en jaque, le toca
picture-move-again = le toca otra vez
picture-king-place = coloca el rey
picture-lost-piece = dice qué pieza perdió
picture-swap = intercambia dos piezas
picture-drop-place = coloca { $piece }
picture-promotion = promociona un peón

## After the game, the strip shows the result after the score.

picture-won = gana
picture-won-checkmate = gana por jaque mate
picture-won-resignation = gana por abandono
picture-won-out-of-time = gana por tiempo
picture-lost = pierde
picture-lost-checkmate = jaque mate
picture-lost-resignation = abandona
picture-lost-out-of-time = sin tiempo
picture-lost-kings-captured = sin rey
picture-lost-no-decision = sin jugadas
picture-lost-recycled-into-check = recicló y quedó en jaque

## The legend below a diagram explains its marks with these.

picture-slide = se desliza
picture-leap = salta
picture-capture-only = solo captura
picture-move-only = solo mueve
picture-noted = marcada
