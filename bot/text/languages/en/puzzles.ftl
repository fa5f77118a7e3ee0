### A puzzle is a position in which exactly one move wins by force. Moves are in short notation.

summary-puzzle = Solve a puzzle: find the one move that wins by force. Nobody else sees it.
summary-puzzle-variant = the variant it is from; any if left out
summary-puzzle-move = your answer to the puzzle that you were shown, such as Qxf7
example-puzzle = /puzzle baroque

# $grade is a number from 1 to 5, $variant such as "Bario (rules=classic)".
puzzle-head = Puzzle · { $variant } · difficulty { $grade } of 5
# $side is "White" or "Black".
puzzle-task = { $turns ->
    [1] { $side } to move and win in one move.
   *[other] { $side } to move and win by force in { $turns } moves. Find the first move.
}
# $example is a move that is not the solution.
puzzle-how = Answer with your move, written like this: /puzzle move:{ $example }
puzzle-right = ✓ { $move } is right!
puzzle-goes-on = The win against the best defense: { $line }
puzzle-solution = The solution: { $line }
# $side is the side that replies.
puzzle-wrong = { $turns ->
    [1] ✗ { $move } does not win at once: { $side } could reply { $reply }.
   *[other] ✗ { $move } does not win by force in { $turns } moves: { $side } could reply { $reply }.
}
# The move ends the game without a win.
puzzle-wrong-at-once = { $turns ->
    [1] ✗ { $move } does not win: it ends the game without a win.
   *[other] ✗ { $move } does not win in { $turns } moves: it ends the game without a win.
}
puzzle-try-again = Try another move, or give up to see the solution.
# The reader solved $streak puzzles in a row, each with the first answer.
puzzle-streak = { $streak ->
    [one] { $streak } puzzle solved in a row. Your best: { $best }.
   *[other] { $streak } puzzles solved in a row. Your best: { $best }.
}
puzzle-streak-ended = { $streak ->
    [one] Your streak of { $streak } puzzle ends. Your best: { $best }.
   *[other] Your streak of { $streak } puzzles ends. Your best: { $best }.
}
puzzle-uncounted = It does not count for your streak, because you had already answered it or seen its solution.
button-another-puzzle = Another puzzle
button-give-up-puzzle = Give up
refusal-no-puzzle = You have no puzzle to solve. /puzzle shows one.
refusal-no-puzzles = There are no puzzles of that variant.
# $open is the title of a variant, $wanted is the name of another variant in commands.
refusal-other-puzzle = Your puzzle is from { $open }. Answer it without a variant, or get a new one with /puzzle { $wanted }.

## A channel has a puzzle of the day, for all its readers.

option-daily = daily
summary-puzzle-daily = yes for a puzzle of the day here, each morning at nine; no to end that
done-daily-on = I post a puzzle here each day at nine in the morning, by your time zone, { $zone } (/reminders zone). The first one comes within a minute.
done-daily-on-at-nine = I post a puzzle here each day at nine in the morning, by your time zone, { $zone } (/reminders zone). The first one comes at nine.
done-daily-changed = I still post a puzzle here each day at nine in the morning, now by your time zone, { $zone } (/reminders zone). This applies from the next puzzle on.
done-daily-off = I post no puzzle of the day here any more.
refusal-daily-where = A private chat has no puzzle of the day. Ask for one in a channel or room.
refusal-daily-and-move = A move answers your own puzzle, and daily posts one for everybody here. Use only one of them.
daily-head = Puzzle of the day
daily-how = Choose Solve to answer. Only you see your answer and its result.
# $line is a list of moves.
daily-before = Solution of the last one: { $line }. { $solvers ->
    [0] Nobody here solved it.
    [one] { $solvers } person here solved it.
   *[other] { $solvers } people here solved it.
}
button-daily = Solve
