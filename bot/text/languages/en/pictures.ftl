### Pictures show these texts. They have little room, so the texts are short.

## The strip of a side shows its status after the name of its player.

picture-move = to move
picture-move-check = in check, to move
picture-move-again = to move again
picture-king-place = to place the king
picture-lost-piece = to name the piece lost
picture-swap = to swap two pieces
picture-drop-place = to place { $piece }
picture-promotion = to promote

## After the game, the strip shows the result after the score.

picture-won = won
picture-won-checkmate = won by checkmate
picture-won-resignation = won by resignation
picture-won-out-of-time = won on time
picture-lost = lost
picture-lost-checkmate = checkmated
picture-lost-resignation = resigned
picture-lost-out-of-time = out of time
picture-lost-kings-captured = no king left
picture-lost-no-decision = cannot move
picture-lost-recycled-into-check = recycled into check

## The legend below a diagram explains its marks with these.

picture-slide = slide
picture-leap = leap
picture-capture-only = capture only
picture-move-only = move only
picture-noted = marked
