### A vacation stops the clock of a player while it is their turn.

summary-vacation = Go on vacation: your clock stops while it is your turn. Without options, it shows the days left.
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

vacation-none = You are not on vacation. /vacation days:7 starts one: your clock stops while it is your turn.
# $until is a moment such as "in 7 days".
vacation-until = You are on vacation and back { $until }. /vacation end ends it earlier. You can still move at any time.
vacation-still = Until then your clock is stopped in matches here with at least a day to move, and you get no reminders of them. Elsewhere there may be fewer days.
# The bot uses this in direct messages, which belong to no server.
vacation-still-elsewhere = Until then your clock is stopped in matches with at least a day to move, for as many days as the place of the match allows, and you get no reminders of them.
# The server gives fewer days of vacation than the player takes.
vacation-still-here = Here your clock runs again { $until }, because then you have no days left.
vacation-not-here = Here your clock keeps running, because you have no days left.
vacation-ended = Welcome back. Your clock runs again on your turns.
# $taken and $left are numbers of days.
vacation-days = Days of vacation this year: { $taken } taken, { $left } left here. Each day that has begun counts.
vacation-days-taken = Days of vacation this year: { $taken } taken. Each place sets how many there are: ask there how many you have left. Each day that has begun counts.
refusal-no-vacation = You are not on vacation. /vacation days:7 starts one.
refusal-vacation-date = A vacation ends in the future, at most { $most } days from now.

# All readers of a place see these. $until is a moment such as "in 7 days".
board-away = { $name } is on vacation and back { $until }; until then their clock is stopped.
time-away = { $name } is on vacation and back { $until }. Until then their clock is stopped in match { $id }.
time-back = { $name } is back from vacation. Time in match { $id } ends { $until }.
games-away = on vacation, back { $until }
