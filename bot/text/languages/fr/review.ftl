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
# The side that played it was clearly better until then; $reply is what the other side plays.
review-gives-away = laisse échapper l'avantage : la réponse est { $reply }
# The same where the game ends with it, such as by repetition.
review-gives-away-at-once = laisse échapper l'avantage
# It makes the position worse, and $reply is what the other side plays then.
review-allows = permet la forte réponse { $reply }
review-worse = affaiblit la position
# What the dice gave in the whole game: $percent of a point.
review-luck = Chance : les dés ont donné { $percent } d'un point aux { $color }.
review-luck-even = Chance : les dés n'ont favorisé personne.
# What a picture shows on the board with this number.
review-numbered = Échiquier { $number } : { $point }
# $players is "Ann (White) – Bob (Black)".
review-heading = Partie { $id }, { $variant } : { $players }
review-nothing = Aucun coup n'a été joué : il n'y a rien à revoir.
review-thinking = Je revois chaque coup de la partie. Cela peut prendre une demi-minute.
review-not-made = Je n'ai pas pu terminer l'analyse. Réessayez /review.
review-too-busy = Je prépare déjà une analyse pour vous, ou trop d'analyses pour d'autres. Réessayez /review dans une minute.

## The picture of how the game went.

review-title = Score attendu des Blancs
review-white-knew = ce que les Blancs savaient
review-black-knew = ce que les Noirs savaient
review-truth = tout étant connu
review-luck-title = Chance des Blancs
# A side with how well it played: "Ann 87%".
review-side = { $name } { $percent }
review-accuracy-title = Précision
# What would have been better, below the move that was played.
review-better = mieux : { $better }

## The same picture in words.

# $result is "0-1".
review-alt = Courbe du score attendu des Blancs : { $first } au début, entre { $lowest } et { $highest } en chemin, { $result } à la fin.
review-alt-board = Échiquier { $number } : la position avant { $move }, avec une flèche pour ce coup et une pour le meilleur, { $better }.
review-alt-sides = Précision : { $white }, { $black }.
