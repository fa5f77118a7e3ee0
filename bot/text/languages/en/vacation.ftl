### A vacation stops the clock of a player while it is their turn.

summary-vacation = Go on vacation: while it is your turn, your time stands still. Alone, it tells what is left.
summary-vacation-days = for how many days from now on, such as 7; or end, to be back earlier
summary-vacation-until = until which day, such as 2026-12-24
example-vacation = /vacation days:7
option-days = days
option-until = until
choice-end = end
expected-days = a number of days from 1 to { $most }, or end
expected-date = a day such as 2026-12-24
completion-days = { $days ->
    [one] { $days } day of vacation
   *[other] { $days } days of vacation
}
completion-vacation-end = be back from your vacation

vacation-none = You are not on vacation. /vacation days:7 begins one: while it is your turn, your time stands still.
# $until is a moment such as "in 7 days".
vacation-until = You are on vacation and back { $until }. /vacation end ends it earlier. You can still move at any time.
vacation-still = Until then your time stands still in matches here that give at least a day to move, and I do not remind you there. Elsewhere there may be fewer days.
# The bot uses this in direct messages, which belong to no server.
vacation-still-elsewhere = Until then your time stands still in matches that give at least a day to move, for as many days as there are where they are played, and I do not remind you there.
# The server gives fewer days of vacation than the player takes.
vacation-still-here = Here your time runs again { $until }, because then you have no days left.
vacation-not-here = Here your time runs on, because you have no days left.
vacation-ended = Welcome back. Your time runs again where it is your turn.
# $taken and $left are numbers of days.
vacation-days = Days of vacation this year: { $taken } taken, { $left } left here. Each day that has begun counts.
vacation-days-taken = Days of vacation this year: { $taken } taken. How many there are is chosen where you play: ask there for what is left. Each day that has begun counts.
refusal-no-vacation = You are not on vacation. /vacation days:7 begins one.
refusal-vacation-date = A vacation ends in the future, at most { $most } days from now.

# All readers of a place see these. $until is a moment such as "in 7 days".
board-away = { $name } is on vacation and back { $until }; until then their time stands still.
time-away = { $name } is on vacation and back { $until }. Until then their time stands still in match { $id }.
time-back = { $name } is back from vacation. Time in match { $id } ends { $until }.
games-away = on vacation, back { $until }
