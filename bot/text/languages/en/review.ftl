### /review analyzes a finished game with these texts.

review-percent = { $count }%
# $white and $black are accuracies: "87%", or a dash for a side that never moved.
review-accuracy = Accuracy: White { $white }, Black { $black }
# The review names a move with its number: "17... Nd5".
review-move = { $number } { $move }
# The review names a move that turned the game. $reason is one of the clauses below; $best and $played are percentages.
review-point = { $move } { $reason }. Better: { $better } (expected score { $best } instead of { $played }).
review-no-turning-points = No move changed the expected score by much.
review-misses-mate = misses checkmate in { $count }
review-misses-win = misses a forced win
review-allows-mate = allows checkmate in { $count }
review-allows-win = loses by force
# $piece is "the rook on d4", $reply a move such as "Nxd4".
review-loses = loses { $piece } to { $reply }
review-misses-capture = misses the capture of { $piece }
# The mover was clearly better before this move. $reply is the reply of the other side.
review-gives-away = gives away the advantage: the reply is { $reply }
# The move ends the game, for example by repetition, so it has no reply.
review-gives-away-at-once = gives away the advantage
# The move makes the position worse. $reply is the reply of the other side.
review-allows = allows the strong reply { $reply }
review-worse = makes the position worse
# The side that resigned had the better position. $percent is its expected score.
review-resigned = { $color } resigned in a better position, with an expected score of { $percent }.
# The dice gave one side $percent of a point in the whole game.
review-luck = Luck: the dice gave { $color } { $percent } of a point.
review-luck-even = Luck: the dice favored neither side.
# A picture has a numbered board for each turning point, and this line explains it.
review-numbered = Board { $number }: { $point }
# $players is "Ann (White) – Bob (Black)".
review-heading = Match { $id }, { $variant }: { $players }
review-nothing = No move was played, so there is nothing to review.
review-thinking = I am going through every move of the match. That can take half a minute.
review-not-made = I could not finish the review just now. Please try /review again.
review-too-busy = I am already working on a review for you, or for too many others. Please try /review again in a minute.

## The picture of the course of the game shows these.

review-title = Expected score of White
review-white-knew = what White knew
review-black-knew = what Black knew
review-truth = everything known
review-luck-title = Luck of White
# The picture shows the accuracy of a player: "Ann 87%".
review-side = { $name } { $percent }
review-accuracy-title = Accuracy
# The picture shows the better move below the played one.
review-better = better: { $better }

## The picture has this alternative text.

# $result is "0-1".
review-alt = Chart of White's expected score: { $first } at the start, between { $lowest } and { $highest } on the way, { $result } in the end.
review-alt-board = Board { $number }: the position before { $move }, with arrows for it and for the better { $better }.
review-alt-sides = Accuracy: { $white }, { $black }.
