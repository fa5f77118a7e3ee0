### /settings server lets a manager configure a server: a Discord server, a Matrix room, or the whole page.

summary-server = For managers: where and how matches are played here.
summary-server-channels = where matches may begin: here, elsewhere (not here any more) or everywhere
summary-server-threads = whether each match gets a thread: on or off
summary-server-bells = whether posts about a match notify its players: on or off
summary-server-boards = whether a match has one message with its board, or one for each move: one or each
summary-server-time = the time for challenges that do not say, such as 1d, 3d+12h or none
summary-server-forfeit = whether a player who runs out of time loses at once: on or off
summary-server-language = the language of what everybody reads here
summary-server-rated = whether matches are rated if the challenge does not say: on or off
summary-server-challengers = who may challenge: everybody or managers
summary-server-vacation = how many days of vacation a player has in a year, such as 21
summary-server-daily = whether I post a puzzle here each day: on or off
summary-server-web = whether the web page lists matches that begin from now on: listed or unlisted
summary-server-widget = whether a widget shows the board of each new match: on or off

example-server = /settings server threads:off time:3d

option-channels = channels
option-threads = threads
option-bells = bells
option-boards = boards
option-forfeit = forfeit
option-rated = rated
option-challengers = challengers
option-vacation = vacation
option-web = web
option-widget = widget

choice-on = on
choice-here = here
choice-elsewhere = elsewhere
choice-everywhere = everywhere
choice-managers = managers
choice-one = one
choice-each = each
choice-listed = listed
choice-unlisted = unlisted

expected-vacation = a number of days from 0 to { $most }

server-head = The settings of this server. Matches in play keep their time, vacation, language and the rule for when time is over:
server-head-room = The settings of this room. Matches in play keep their time, vacation, language and the rule for when time is over:
# A menu has this label.
server-menu = Change …
# /doctor puts one of these above the settings, for all people.
server-told = Chosen for this server:
server-told-room = Chosen for this room:

server-topic-channels = Channels for matches
server-topic-threads = Threads
server-topic-bells = Notifications
server-topic-boards = Boards
server-topic-time = Usual time
server-topic-forfeit = When time runs out
server-topic-language = Language
server-topic-rated = Ratings
server-topic-challengers = Who may challenge
server-topic-vacation = Vacation
server-topic-daily = Puzzle of the day here
server-topic-web = Web page
server-topic-widget = Board beside the messages

server-channels-here = add this channel to the allowed ones
server-channels-elsewhere = remove this channel from the allowed ones
server-channels-everywhere = all
server-threads-on = one for each match, if I have the permission
server-threads-off = none
server-bells-on = posts about a match notify its players, unless they chose otherwise
server-bells-off = posts about a match notify nobody
server-boards-one = one message with the board, which changes with each move, where the platform can
server-boards-each = a message with the board for each move
server-forfeit-on = the player loses at once
server-forfeit-off = the opponent may claim the win
server-language-usual = same as this place, if available
server-rated-on = matches are rated if the challenge does not say otherwise
server-rated-off = matches are not rated if the challenge does not say otherwise
server-challengers-everybody = everybody
server-challengers-managers = only those who manage the server
server-challengers-managers-room = only those who manage the room
server-daily-on = each day at nine in the morning
server-daily-off = none
server-web-listed = the first screen lists matches of all channels that begin from now on, private ones too, while they are played
server-web-unlisted = matches are not listed; their links still show them
server-widget-on = a widget shows the board of each new match
server-widget-off = a widget shows a board only after /board
server-vacation = { $days ->
    [0] none
    [one] { $days } day a year for each player
   *[other] { $days } days a year for each player
}

refusal-no-server = There is nothing to manage here. Use /settings server in the place that you manage.
refusal-manage-discord = Only those with the permission Manage Server can see and change the settings of this server. /doctor shows them to everybody.
refusal-manage-matrix = Only those with a power level of 50 or more can see and change the settings of this room. /doctor shows them to everybody.
refusal-manage-page = Only the person who signed in on this page first can see and change its settings. /doctor shows them to everybody.
refusal-which-channel = Ask in the channel you mean: here, I cannot tell which one it is.
refusal-last-channel = This is the only channel in which matches may begin. Allow another one first, or choose channels:everywhere.
refusal-all-channels = Matches may begin in all channels. To leave this one out, use channels:here in each of the others.
refusal-one-room = In a room matches begin in it, and each move is posted: channels and boards cannot be chosen here.
refusal-widget-room = Only rooms of Matrix have widgets.
refusal-widgets-off = The operator has switched widgets off. Type /board for a link to the board in your browser.
refusal-too-many-channels = You can choose at most { $most } channels. With channels:everywhere, matches may begin in all of them.
refusal-not-in-channel = Matches may not begin in this channel. They may in { $channels }.
# The bot refuses a rematch with this. $channel is the channel of the match.
refusal-not-in-that-channel = Matches may not begin in { $channel }, where that match was played. They may in { $channels }: open a new challenge there with /challenge.
refusal-managers-challenge = Only managers may challenge here. You can still accept challenges.
