### Looking back at a finished game.

review-percent = { $count } %
# How well each side played: "87%", or a dash for a side that never moved.
review-accuracy = Precisión: blancas { $white }, negras { $black }
# A move with its number: "17... Nd5".
review-move = { $number } { $move }
# A move that turned the game. $reason is one of those below; $best and $played are percents.
review-point = { $move } { $reason }. Es mejor { $better }: una puntuación esperada del { $best } en lugar del { $played }.
review-no-turning-points = Ninguna jugada cambió mucho la puntuación esperada.
review-misses-mate = deja pasar el mate en { $count }
review-misses-win = deja pasar una victoria segura
review-allows-mate = permite el mate en { $count }
review-allows-win = permite una victoria segura
# $piece is "the rook on d4", $reply a move such as "Nxd4".
review-loses = pierde { $piece } tras { $reply }
review-misses-capture = no captura { $piece }
review-worse = empeora la posición
# What the dice gave in the whole game: $percent of a point.
review-luck = Suerte: los dados dieron a las { $color } el { $percent } de un punto.
review-luck-even = Suerte: los dados no favorecieron a nadie.

## The picture of how the game went.

review-title = Puntuación esperada de las blancas
review-white-knew = lo que sabían las blancas
review-black-knew = lo que sabían las negras
review-both-knew = lo que sabían ambas
review-truth = todo a la vista
review-luck-title = Suerte de las blancas
