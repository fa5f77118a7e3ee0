### These texts give the time of players, and report its end.

# These phrases describe the time limit of a match. $turn, $budget and $increment are spans such as "1 day 12 hours".
time-unlimited = no limit
time-per-turn = { $turn } for each turn
time-budget = { $budget } for the whole match
time-budget-increment = { $budget } for the whole match, and { $increment } more after each turn
# Minutes for the whole match and seconds after each turn: "5+3".
time-real = { $control } in real time

# A span of time consists of these, one after the other: "1 day 12 hours".
span-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
}
span-hours = { $n ->
    [one] { $n } hour
   *[other] { $n } hours
}
span-minutes = { $n ->
    [one] { $n } minute
   *[other] { $n } minutes
}

# The bot writes a moment like this if the platform cannot format it: "2026-11-23 14:00 UTC, in 23 hours".
moment-ahead = { $at }, in { $left }

# The bot puts these lines below a challenge or a board. $until is a moment, which some platforms show as "in 23 hours".
challenge-time = Time: { $time }.
board-time = Time ends { $until }.
board-out-of-time = { $name } has no time left.
board-paused = The match is paused.

# These messages report the time of a player. $match is such as "Match 4kq0z, Berolina against Ann".
time-reminder = { $match }: it is your turn, and your time ends { $until }.
time-reminder-here = { $name }, it is your turn in match { $id }, and your time ends { $until }.
time-over = { $late } has no time left in match { $id }. { $other } can claim the win or give one more day.
time-over-early = { $late } has no time left in match { $id }. { $other } can claim the win, give one more day, or abort the match, which has hardly begun.
time-over-settled = { $late } had no time left in match { $id }.
time-given = { $name } has one more day in match { $id }: time ends { $until }.

button-claim-win = Claim the win
button-give-time = Give one more day
button-abort = Abort

done-win-claimed = You win match { $id } on time.
    .at-board = You win on time.
done-time-given = Your opponent has one more day in match { $id }.
    .at-board = Your opponent has one more day.
done-aborted = Match { $id } is aborted, and does not count.
    .at-board = The game is aborted, and does not count.

refusal-time-not-over = Your opponent still has time, or has just moved. /board shows where the match stands.
refusal-abort-too-late = Both sides have moved twice, so the match can no longer be aborted. You can claim the win or give one more day.
refusal-real-time = Minutes and seconds are for matches on the board of the web page. Challenge there, or choose a slower time, such as time:1d.
refusal-real-time-elsewhere = Match { $id } has clocks in minutes and seconds, so both players play it on the board of the web page. Open the match there and accept it.
refusal-real-time-pause = A game in real time has no pause.
