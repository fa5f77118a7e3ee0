### A puzzle is a position in which exactly one move wins by force. Moves are in short notation.

summary-puzzle = Solve a puzzle: find the one move that wins by force. Nobody else sees it.
summary-puzzle-variant = the variant it is from; any if left out
summary-puzzle-move = your answer to the puzzle that you were shown, such as Qxf7
example-puzzle = /puzzle baroque

# $grade is a number from 1 to 5, $variant such as "Bario (rules=classic)".
puzzle-head = Puzzle · { $variant } · difficulty { $grade } of 5
# $side is "White" or "Black".
puzzle-task = { $turns ->
    [1] { $side } to move and win at once, whatever happens.
   *[other] { $side } to move and win in { $turns } moves, whatever the other side does. Find the first move.
}
# $example is a move that is not the solution.
puzzle-how = Answer with your move, written like this: /puzzle move:{ $example }
puzzle-right = ✓ { $move } is right!
puzzle-goes-on = The win, with the longest resistance: { $line }
puzzle-solution = The solution: { $line }
# $side is the side that replies.
puzzle-wrong = { $turns ->
    [1] ✗ { $move } does not win at once: { $side } could reply { $reply }.
   *[other] ✗ { $move } does not win by force in { $turns } moves: { $side } could reply { $reply }.
}
# The move ends the game without a win.
puzzle-wrong-at-once = { $turns ->
    [1] ✗ { $move } does not win: the game would end without it.
   *[other] ✗ { $move } does not win in { $turns } moves: the game would end before.
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
puzzle-uncounted = It does not count for your streak: you have answered it before, or its solution was told.
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
done-daily-changed = I still post a puzzle here each day at nine in the morning, now by your time zone, { $zone } (/reminders zone). What you chose holds from the next one on.
done-daily-off = I post no puzzle of the day here any more.
refusal-daily-where = This is a private chat. Ask for a puzzle of the day where others see it too.
refusal-daily-and-move = A move answers your puzzle; daily is for everybody here. Ask for one of them at a time.
daily-head = Puzzle of the day
daily-how = Choose Solve: your answer and what comes of it are told to you alone.
# $line is a list of moves.
daily-before = Solution of the last one: { $line }. { $solvers ->
    [0] Nobody here solved it.
    [one] { $solvers } person here solved it.
   *[other] { $solvers } people here solved it.
}
button-daily = Solve
