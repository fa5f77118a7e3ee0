### These clauses give the result of a game, without a final dot. $winner and $loser are a side, or a person with a side.

outcome-checkmate = { $winner } wins by checkmate
outcome-kings-captured = { $winner } wins because { $loser } has no king left
outcome-no-decision = { $winner } wins because { $loser } has no legal move
outcome-recycled-into-check = { $winner } wins because { $loser } recycled into check
# No game of the bot ends in this way: the reason is for variants outside of it, and each reason has words.
outcome-variant-rule = { $winner } wins by a rule of the variant
outcome-resignation = { $winner } wins because { $loser } resigned
outcome-out-of-time = { $winner } wins because { $loser } ran out of time
outcome-stalemate = drawn by stalemate
outcome-repetition = drawn by threefold repetition
outcome-fifty-moves = drawn by the fifty-move rule
outcome-dead-position = drawn because neither side can checkmate
outcome-agreement = drawn by agreement
outcome-turn-limit = drawn by the turn limit
outcome-aborted = aborted without a result

# A result begins a line with a capital letter.
outcome-line = { CAPITAL($outcome) }
