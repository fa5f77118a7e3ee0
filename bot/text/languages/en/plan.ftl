### The bot plays the planned replies of a player as soon as the opponent plays certain moves. Only that player reads these
### sentences. $id is the id of a match, $move is a move in short notation.

## /plan shows a plan with these.

plan-head = Your plan in match { $id }; only you see it. Each reply is played at once after the move before the arrow. Any other move cancels the plan. A reply also declines a draw that your opponent has offered.
    .at-board = Your plan; only you see it. Each reply is played at once after the move before the arrow. Any other move cancels the plan. A reply also declines a draw that your opponent has offered.
# A list entry gives a move of the opponent, $after, and the planned reply.
plan-reply = { $after } → { $reply }
plan-none = You have no plan in match { $id }. While your opponent is to move, write a move of theirs and your reply, and so on, such as /plan e7g5 Nf3. A comma starts another line.
    .at-board = You have no plan. While your opponent is to move, write a move of theirs and your reply, and so on, such as /plan e7g5 Nf3. A comma starts another line.
button-clear-plan = Clear plan
done-plan-cleared = Your plan in match { $id } is cleared.
    .at-board = Your plan is cleared.

## The bot reports in direct messages that it played or cancelled a plan. $match is such as "Match 4kq0z, Berolina against
## Ann".

plan-played = { $match }: your plan has replied { $move }. Nothing more is planned.
plan-played-on = { $match }: your plan has replied { $move }. The rest of the plan remains; /plan shows it.
plan-ended = { $match }: your plan is cancelled, because the game has gone another way.
# The bot adds one of these to another reply if the player does not receive direct messages.
plan-untold-played = Your plan in this match has replied; I could not write to you to tell you.
plan-untold-ended = Your plan in this match was cancelled, because the game has gone another way; I could not write to you to tell you.

## The bot refuses a plan. $told is one of the sentences below.

refusal-plan = Nothing was planned. { $told }
refusal-plan-overheard = Nothing was planned: everybody there can read what you write, your opponent too. Send your plan here, in our direct messages.
refusal-plan-own-turn = It is your turn in match { $id }, so play with /move. You can plan replies while your opponent is to move.
    .at-board = It is your turn, so play your move. You can plan replies while your opponent is to move.
plan-too-many = A plan can have at most { $most } lines. /plan clear begins a new one.
plan-too-long = A line of a plan can have at most { $most } moves.
# $how is a sentence that explains how to write such a decision.
plan-unreadable = I cannot read “{ $text }” as a move. { $how }
plan-no-such-move = No piece can play “{ $text }” then.
# $why is a clause, $law is a paragraph of the law such as "berolina O5".
plan-illegal = “{ $text }” is illegal then: { $why } (rule: { $law }).
plan-loses = { $move } would lose at once: it starts a recycle that leaves your own king in check (rule: { $law }). If you mean it, play it with /move when it is your turn.
plan-chance = After { $move } the dice decide, so nothing can be planned beyond it.
plan-over = The match would be over before that.
plan-unanswered = A line has to end with a move of yours that ends your turn, and after { $move } one is missing.
