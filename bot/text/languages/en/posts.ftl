### The bot posts these sentences to a channel, or sends them to players in direct messages. $id is the id of a match.

## A challenge has one of the first lines, then separate lines below it.

challenge-random = { $challenger } challenges { $opponent } to a match of { $variant }. Sides are chosen at random.
challenge-side = { $challenger } challenges { $opponent } to a match of { $variant }. { $challenger } plays { $color }.
challenge-anybody-random = { $challenger } challenges anybody to a match of { $variant }. Sides are chosen at random.
challenge-anybody-side = { $challenger } challenges anybody to a match of { $variant }. { $challenger } plays { $color }.
challenge-rematch = { $challenger } challenges { $opponent } to a rematch of match { $id }, { $variant }. { $challenger } plays { $color } this time.
challenge-declined = { $name } declined the challenge.
challenge-declined-told = { $challenger }, { $name } declined your challenge { $id }.
challenge-withdrawn = { $name } withdrew the challenge.
challenge-lapsed = Nobody answered in time, so the challenge has expired.
challenge-accepted = { $name } accepted the challenge: match { $id }.
# The bot adds this to an accepted challenge in a place that cannot show the match.
challenge-by-message = It is played in direct messages with me.
challenge-moved = The challenge is posted again below.
challenge-code = Its code is { $id }. Anyone with the code can join from wherever I am: with /join { $id }, or by writing “join { $id }” to me in direct messages.
challenge-code-page = Its code is { $id }. Anyone can join on the web page: with /join { $id }, or on the board of the match.
# The bot uses this instead in a place that cannot show the match; there, the challenge has the button “Accept”.
challenge-code-below = Press Accept, or join from elsewhere by the code { $id }: with /join { $id }, or by writing “join { $id }” to me in direct messages.
## A draft of a challenge shows these. It lists the variants below the first sentence.

draft-head = Choose a variant to post the challenge.
draft-opponent = You challenge { $name }.
draft-anybody = You challenge anybody: whoever accepts first plays.
draft-anybody-name = You challenge anybody: whoever accepts first plays. To challenge one person, name them: /challenge @Ann
draft-anywhere = You challenge anyone who knows the code, here or elsewhere. The challenge shows the code.
draft-random = Sides are chosen at random.
draft-side = You play { $color }.
draft-menu-opponent = Opponent …
draft-menu-side = Color …
draft-menu-time = Time …
draft-entry-anybody = anybody
draft-entry-anywhere = anyone with the code

## The bot posts these with the board of a match.

board-begins = { $variant }: { $white } plays White, { $black } plays Black.
board-taken-back = The takeback is agreed, and the match goes on from here.
# An earlier board shows this line after the match has gone on.
board-settled = Match { $id }: the newest board is further below.
board-log = Last moves: { $moves }
# $board is a link with the text "board".
board-bell = Your move in match { $id }: { $board }.
# $name has just played $move, in short notation.
board-bell-after = { $name } played { $move }. Your move in match { $id }: { $board }.
# $status is such as "Ann (White) to move".
board-status = { $status } · match { $id }
board-over = { $status }.
board-turns-left = { $left ->
    [one] Each side has { $left } turn left: after turn { $limit } the match is drawn.
   *[other] Each side has { $left } turns left: after turn { $limit } the match is drawn.
}
# The thread of a match has this name.
thread-name = { $variant }: { $white } – { $black } ({ $id })
thread-lost = I can no longer write in the thread of this match, so I go on here.
thread-refused = I lack the permission to open a thread here, so this match goes on outside of a thread. /doctor tells what is missing.
channel-lost = I can no longer write where match { $id } is played, so I write to you here. Everything works here as it did there. If you still see that place, invite me again or give me permission to post there; /doctor there shows what is missing.
player-left = { $gone } has left and can no longer see this match here. They can still play on in direct messages with me. If they do not, { $other } may end match { $id }.
player-left-on-the-clock = { $gone } has left and can no longer see this match here. They can still play on in direct messages with me. Their time runs on.

## The bot posts offers with these. $what is one of the nouns at the end: "a draw", or "the draw" after its first mention.

draw-offers = { $from } offers { $to } a draw.
takeback-offers = { $from } asks { $to } for a takeback: { $moves } would be undone.
# The bot adds this in a match with a time limit.
takeback-clocks = Both clocks would go back too. The time that { $from } took to decide stays used, and { $from } gets no more time than now.
# The bot adds one of these in a match with secrets. $what is such as "the banana on e4 and the queen on d5".
takeback-reveals = These moves revealed { $what }, and that stays known.
takeback-reveals-nothing = These moves revealed nothing hidden.
takeback-dice = Each player still knows what they alone learned from these moves. The dice are not rolled again: the same move has the same outcome.
pause-offers = { $from } offers { $to } a pause. Until one of them resumes the match, nobody can move and no clock runs.
offer-made = { $from } offered { $to } { $what }.
offer-declined = { $name } declines { $what }.
offer-withdrawn = { $name } withdraws the offer of { $what }.
pause-agreed = Match { $id } is paused: nobody can move and no clock runs. Either player can resume it, below or with /pause.
pause-over = Match { $id } was paused.
offer-a-draw = a draw
offer-the-draw = the draw
offer-a-takeback = a takeback
offer-the-takeback = the takeback
offer-a-pause = a pause
offer-the-pause = the pause

## Buttons have these labels. Each has at most 80 characters, better 20.

button-accept = Accept
button-decline = Decline
button-withdraw = Withdraw
button-block = Block
button-board = Board
button-rules = Rules
button-move = Move
button-offer-draw = Offer draw
button-resign = Resign
button-accept-draw = Accept draw
button-accept-takeback = Accept takeback
button-accept-pause = Accept pause
button-resume = Resume
button-rematch = Rematch
button-replay = Replay
button-review = Review
button-dice = Dice
button-sides = Sides
button-record = Record
button-view = My view
button-end = End the match

## The bot sends these to one player in direct messages. $match is such as "Match 4kq0z, Berolina against Ann".

whisper-match = Match { $id }, { $variant } against { $opponent }
whisper-settled = { $match }: the current view is in a message below.
whisper-your-turn = { $match }: it is your turn. Only you see this board.
push-your-turn = Your turn in { $variant } against { $name }
whisper-waiting = { $match }: it is { $opponent }'s turn. Only you see this board.
whisper-won = { $match }: you have won. The board shows everything that was hidden.
whisper-lost = { $match }: you have lost. The board shows everything that was hidden.
whisper-drawn = { $match }: the match is drawn. The board shows everything that was hidden.
whisper-aborted = { $match }: the match was aborted, and does not count. The board shows everything that was hidden.
view-not-drawn-after = I could not draw your view just now. /view shows it.
view-not-drawn = I could not draw your view just now. Nothing has changed; please try /view again.
board-not-drawn = I could not draw the board just now. Nothing has changed; please try /board again.
replay-not-drawn = I could not draw the match just now. Nothing has changed; please try /replay again.

## /history and /replay show these.

# $players is such as "Ann (White) – Bob (Black)".
players = { $white } – { $black }
history-head = Match { $id }, { $variant }: { $players }
history-no-moves = No move has been played.
# $number is the number of a turn: "3." for a turn of White, "3…" for one of Black.
history-taken-back = Takeback: continued from { $number }
history-not-accepted = The challenge { $id } has not been accepted, so there are no moves.
# $clause becomes a sentence: "Ann (White) wins by checkmate."
sentence = { $clause }.
replay-so-far-own = Match { $id }, { $variant }: { $players }, as you have seen it so far.
replay-so-far-everybody = Match { $id }, { $variant }: { $players }, as everybody has seen it so far.
replay-seat = Match { $id }, { $variant }: { $players }, as { $color } saw it.
replay-everybody = Match { $id }, { $variant }: { $players }, as everybody saw it.
replay-truth = Match { $id }, { $variant }: { $players }, with everything that happened.
replay-alt = { $steps ->
    [one] An animation of { $steps } step. Its end: { $end }
   *[other] An animation of { $steps } steps. Its end: { $end }
}

## The bot adds these to a list that it cuts off. $count is the number of omitted lines.

more-lines = … and { $count } more
more-ways = … and { $count } more, none of them more likely than these
more-before = … { $count } more before these; the file has them all

## /why describes the effect of a move with these.

# /why begins with this for a move of another player. $told is the rest of the answer.
why-of-other = { $player } is to move and would be told: { $told }
why-illegal = “{ $text }” is illegal in match { $id }: { $why } (rule: { $law }).
    .at-board = “{ $text }” is illegal: { $why }.
# $what is one of the lines below.
why-legal = { $move } is legal in match { $id }. { $what }
    .at-board = { $move } is legal. { $what }
why-too-many = It can turn out in more than { $most } ways, which is more than I list.
# $told is such as "knight g1 to f3, captures the pawn on f3".
why-does = What it does: { $told }.
why-does-known = What it does, as far as you know: { $told }.
why-ways = It can turn out in { $count } ways:
why-ways-known = As far as you know, it can turn out in { $count } ways:
why-ways-begin = It can turn out in { $count } ways. It always begins with: { $told }. Then:
why-ways-begin-known = As far as you know, it can turn out in { $count } ways. It always begins with: { $told }. Then:
why-way = { $chance }: { $told }
why-nothing-more = nothing more
# $squares is such as "c3, e3 or c5".
why-trail = leaves { $object } on { $squares }
# An egg changes the side of one of several pieces.
why-recolored = the piece on { $squares } now belongs to { $owner }
why-chance = { $fraction } ({ $percent }%)
why-chance-small = { $fraction } (under 0.1%)
