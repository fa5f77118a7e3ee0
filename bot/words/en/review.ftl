### Looking back at a finished game.

review-percent = { $count }%
# How well each side played: "87%", or a dash for a side that never moved.
review-accuracy = Accuracy: White { $white }, Black { $black }
# A move with its number: "17... Nd5".
review-move = { $number } { $move }
# A move that turned the game. $reason is one of those below; $best and $played are percents.
review-point = { $move } { $reason }. Better is { $better }: an expected score of { $best } instead of { $played }.
review-no-turning-points = No move changed the expected score by much.
review-misses-mate = misses checkmate in { $count }
review-misses-win = misses a sure win
review-allows-mate = allows checkmate in { $count }
review-allows-win = allows a sure win
# $piece is "the rook on d4", $reply a move such as "Nxd4".
review-loses = loses { $piece } to { $reply }
review-misses-capture = misses the capture of { $piece }
review-worse = makes the position worse
# What the dice gave in the whole game: $percent of a point.
review-luck = Luck: the dice gave { $color } { $percent } of a point.
review-luck-even = Luck: the dice favored nobody.

## The picture of how the game went.

review-title = Expected score of White
review-white-knew = what White knew
review-black-knew = what Black knew
review-both-knew = what both knew
review-truth = everything known
review-luck-title = Luck of White
