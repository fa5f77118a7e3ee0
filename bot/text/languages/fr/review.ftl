### /review analyzes a finished game with these texts.

review-percent = { $count } %
# $white and $black are accuracies: "87%", or a dash for a side that never moved.
review-accuracy = Précision : Blancs { $white }, Noirs { $black }
# The review names a move with its number: "17... Nd5".
review-move = { $number } { $move }
# The review names a move that turned the game. $reason is one of the clauses below; $best and $played are percentages.
review-point = { $move } { $reason }. Mieux : { $better } (score attendu : { $best } au lieu de { $played }).
review-no-turning-points = Aucun coup n'a beaucoup changé le score attendu.
review-misses-mate = manque le mat en { $count }
review-misses-win = manque un gain forcé
review-allows-mate = permet le mat en { $count }
review-allows-win = perd par force
# $piece is "the rook on d4", $reply a move such as "Nxd4".
review-loses = perd { $piece } après { $reply }
review-misses-capture = ne prend pas { $piece }
# The mover was clearly better before this move. $reply is the reply of the other side.
review-gives-away = laisse échapper l'avantage : la réponse est { $reply }
# The move ends the game, for example by repetition, so it has no reply.
review-gives-away-at-once = laisse échapper l'avantage
# The move makes the position worse. $reply is the reply of the other side.
review-allows = permet la forte réponse { $reply }
review-worse = affaiblit la position
# The side that resigned had the better position. $percent is its expected score.
review-resigned = Les { $color } ont abandonné dans une meilleure position, avec un score attendu de { $percent }.
# The dice gave one side $percent of a point in the whole game.
review-luck = Chance : les dés ont donné { $percent } d'un point aux { $color }.
review-luck-even = Chance : les dés n'ont favorisé aucun camp.
# A picture has a numbered board for each turning point, and this line explains it.
review-numbered = Échiquier { $number } : { $point }
# $players is "Ann (White) – Bob (Black)".
review-heading = Partie { $id }, { $variant } : { $players }
review-nothing = Aucun coup n'a été joué : il n'y a rien à revoir.
review-thinking = Je revois chaque coup de la partie. Cela peut prendre une demi-minute.
review-not-made = Je n'ai pas pu terminer l'analyse. Réessayez /review.
review-too-busy = Je prépare déjà une analyse pour vous, ou trop d'analyses pour d'autres. Réessayez /review dans une minute.

## The picture of the course of the game shows these.

review-title = Score attendu des Blancs
review-white-knew = ce que les Blancs savaient
review-black-knew = ce que les Noirs savaient
review-truth = tout étant connu
review-luck-title = Chance des Blancs
# The picture shows the accuracy of a player: "Ann 87%".
review-side = { $name } { $percent }
review-accuracy-title = Précision
# The picture shows the better move below the played one.
review-better = mieux : { $better }

## The picture has this alternative text.

# $result is "0-1".
review-alt = Courbe du score attendu des Blancs : { $first } au début, entre { $lowest } et { $highest } en chemin, { $result } à la fin.
review-alt-board = Échiquier { $number } : la position avant { $move }, avec une flèche pour ce coup et une pour le meilleur, { $better }.
review-alt-sides = Précision : { $white }, { $black }.
