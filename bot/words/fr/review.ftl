### Looking back at a finished game.

review-percent = { $count } %
# How well each side played: "87%", or a dash for a side that never moved.
review-accuracy = Précision : Blancs { $white }, Noirs { $black }
# A move with its number: "17... Nd5".
review-move = { $number } { $move }
# A move that turned the game. $reason is one of those below; $best and $played are percents.
review-point = { $move } { $reason }. Mieux vaut { $better } : un score attendu de { $best } au lieu de { $played }.
review-no-turning-points = Aucun coup n'a beaucoup changé le score attendu.
review-misses-mate = manque le mat en { $count }
review-misses-win = manque un gain assuré
review-allows-mate = permet le mat en { $count }
review-allows-win = permet un gain assuré
# $piece is "the rook on d4", $reply a move such as "Nxd4".
review-loses = perd { $piece } après { $reply }
review-misses-capture = ne prend pas { $piece }
review-worse = affaiblit la position
# What the dice gave in the whole game: $percent of a point.
review-luck = Chance : les dés ont donné { $percent } d'un point aux { $color }.
review-luck-even = Chance : les dés n'ont favorisé personne.

## The picture of how the game went.

review-title = Score attendu des Blancs
review-white-knew = ce que les Blancs savaient
review-black-knew = ce que les Noirs savaient
review-both-knew = ce que les deux savaient
review-truth = tout étant connu
review-luck-title = Chance des Blancs
