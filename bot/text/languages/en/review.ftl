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
# The side that played it was clearly better until then; $reply is what the other side plays.
review-gives-away = gives away the advantage: the reply is { $reply }
# The same where the game ends with it, such as by repetition.
review-gives-away-at-once = gives away the advantage
# It makes the position worse, and $reply is what the other side plays then.
review-allows = allows the strong reply { $reply }
review-worse = makes the position worse
# The gain by the dice in the whole game: $percent of a point.
review-luck = Luck: the dice gave { $color } { $percent } of a point.
review-luck-even = Luck: the dice favored nobody.
# The caption of the board with this number in a picture.
review-numbered = Board { $number }: { $point }
# $players is "Ann (White) – Bob (Black)".
review-heading = Match { $id }, { $variant }: { $players }
review-nothing = No move was played, so there is nothing to look back at.
review-thinking = I am going through every move of the match. That can take half a minute.
review-not-made = I could not finish the review just now. Please try /review again.
review-too-busy = I am already working on a review for you, or for too many others. Please try /review again in a minute.

## The picture of how the game went.

review-title = Expected score of White
review-white-knew = what White knew
review-black-knew = what Black knew
review-truth = everything known
review-luck-title = Luck of White
# A side with how well it played: "Ann 87%".
review-side = { $name } { $percent }
review-accuracy-title = Accuracy
# The better move, below the one that was played.
review-better = better: { $better }

## The same picture in words.

# $result is "0-1".
review-alt = Chart of White's expected score: { $first } at the start, between { $lowest } and { $highest } on the way, { $result } in the end.
review-alt-board = Board { $number }: the position before { $move }, with arrows for it and for the better { $better }.
review-alt-sides = Accuracy: { $white }, { $black }.
