### The bot refuses requests with these sentences. Each gives the reason and an alternative. All languages share commands
### (`/games`) and moves; commands.ftl has the names of options (`match:4kq0z`). $id is the id of a match, such as 4kq0z.

refusal-unknown-control = I do not know this choice. /board posts the board again, with choices that work.
refusal-no-match = You have no match here. /games lists all your matches, and /challenge opens a new one.
refusal-no-match-here = No match is being played here. Name a finished one, such as match:4kq0z, or open one with /challenge.
refusal-nobody-has-left = Match { $id } goes on. You can end it this way only if the player to move has left, and as far as I can see they have not. /board match:{ $id } shows the position.
    .at-board = The game goes on. You can end it this way only if the player to move has left, and as far as I can see they have not.
refusal-time-decides = Match { $id } has a time limit, so it ends when the time of your opponent does. Then you can claim the win.
    .at-board = This match has a time limit, so it ends when the time of your opponent does. Then you can claim the win.
refusal-unknown-match = There is no match { $id } here. /games lists yours.
refusal-set-aside = Match { $id } is damaged: I cannot read what I stored about it, so it cannot be continued. All other matches go on. The person who runs me can run `oddboard check --data` to see what is wrong, and `oddboard salvage` to copy everything intact into a new folder.
refusal-answer-lost = I have already done that, but the answer I gave then is damaged. /games and /board show where things stand.
refusal-stands = I refused this the first time it reached me, so nothing was done. Ask again if you still want it.
refusal-rated-needs-time = A rated match needs a time limit. Choose one, such as time:3d, or rated:no.
refusal-leaderboard-where = A private chat has no leaderboard. Ask in a channel or room where people play.
# The bot refuses with this in a group that it has not joined.
refusal-leaderboard-group = I know the best players of servers, not of groups. Ask on a server.
refusal-several-matches = Which match do you mean? Choose it below, or add its name, such as match:{ $id }.
refusal-several-matches-to-name = Which match do you mean? Add its name, such as match:{ $id }.
refusal-not-started = Match { $id } has not begun: nobody has accepted the challenge yet.
refusal-never-played = The challenge { $id } was not accepted, so there was no game.
# $outcome is a clause such as "White wins by checkmate".
refusal-over = Match { $id } is over: { $outcome }. /export match:{ $id } gives its record, and /challenge opens a new match.
    .at-board = The game is over: { $outcome }.
# $name is the name of the variant in commands.
refusal-other-variant = Match { $id } is a game of { $variant }. Ask with /rules { $name }, or leave out here:yes.
refusal-no-task = There is nothing to solve on that page. /rules { $name } practice lists the positions to solve. Answer one with, for example, /rules { $name } practice 1 move:e2e4.
refusal-no-picture = { $pictures ->
    [0] That page has no pictures. Leave out picture: to read it.
    [1] That page has one picture. Leave out picture: to see it.
   *[other] That page has pictures 1 to { $pictures }. Choose one of them, or leave out picture:.
}
refusal-eyes-closed = Match { $id } is not over yet. Until then you see it from your own side only: /history match:{ $id } and /replay match:{ $id } show what you know.
refusal-review-running = Match { $id } is not over yet. When it is, /review match:{ $id } tells how it went.
refusal-nothing-to-review = You have no finished match to review yet. Name one, such as match:4kq0z, or open one with /challenge.
refusal-not-a-player = Match { $id } is played by others, and only its two players can do that. /games lists your matches.
refusal-no-view-of-your-own = You are not a player of match { $id }, so you see what everybody sees: /board match:{ $id } shows it.
# $player is "Ann (White)".
refusal-not-your-turn = It is not your turn: { $player } is to move.
# $number is the number of the move, $move is the move in short notation.
refusal-already-moved = You have already moved: { $number }. { $move }.
refusal-not-yours-to-ask = It is { $player }'s turn, and what a move does here depends on what only they know. Ask again when it is your own turn.
# $how is a sentence that explains how to write such a decision.
refusal-unreadable-move = I cannot read “{ $text }” as a move. { $how } /move alone lets you choose.
refusal-no-such-move = None of your pieces can play “{ $text }”. /move alone shows what they can do.
refusal-ambiguous-move = “{ $text }” can mean more than one move: { $moves }. Write the squares of the one you mean.
# $why is a clause, $law is a paragraph of the law such as "berolina O5".
refusal-illegal-move = “{ $text }” is illegal: { $why } (rule: { $law }). It is still your turn.
    .at-board = “{ $text }” is illegal: { $why }. It is still your turn.
refusal-said-aloud = Nothing was played: everybody there can read what you write, and match { $id } has secrets. Send your moves here, in our direct messages, where nobody else reads them.
refusal-stale = That belongs to an earlier position of match { $id }. Use the newest board, or get it with /board.
    .at-board = The game has gone on since. Look at the board again.
refusal-needs-channel = I cannot post a challenge to somebody here. Add open:yes and give the other player the code that you get: they can join from anywhere. Or use /challenge where I can write and both of you read. Here you can play against me: /challenge opponent:@Oddboard. Moves and everything else work here too.
# The bot refuses with this if a player accepts a challenge in a group but receives no direct messages. It uses Discord's
# terms.
refusal-unreachable = The match would be played in direct messages with me, and I cannot write to you. Press my name, then Add App, to add me to your apps, and allow direct messages from me. Then press Accept again: the challenge still stands.
refusal-open-to-one = A challenge to one person is not open to others. Leave out the opponent, or leave out open:yes.
refusal-nothing-to-join = No challenge waits for you. To join one by its code, write it too: /join 4kq0z
refusal-name-variant = The name of that account is too long for me to ask which variant. Name the variant too, such as /challenge berolina @Ann.
refusal-bots-do-not-play = Bots do not play. Challenge a person, or leave the opponent out to challenge anybody.
refusal-unknown-person = I know nobody called “{ $text }” here. { $how }, or leave the opponent out to challenge anybody.
refusal-person-not-looked-up = I cannot look that person up right now, so nothing has changed. Please try again in a minute.
refusal-oneself = You cannot play against yourself. Challenge somebody else, or leave the opponent out to challenge anybody. To play alone, challenge me: opponent:@Oddboard.
refusal-own-challenge = This is your own challenge, so somebody else has to accept it. To play alone, challenge me: opponent:@Oddboard.
refusal-not-for-you = This challenge is for { $name }. /challenge opens one of your own.
refusal-for-anybody = This challenge is open to anybody, so there is nothing to decline: just leave it. Only { $challenger } can withdraw it.
refusal-settled = The challenge { $id } has already been answered.
refusal-withdrawn = The challenge { $id } is no longer open.
refusal-lapsed = The challenge { $id } has expired, because nobody answered it in time. /challenge opens a new one.
refusal-too-many-matches = You have { $most } open matches and challenges, and that is the limit for one person. Finish or withdraw one first; /games lists them.
refusal-opponent-busy = { $name } has reached the limit of unanswered challenges for one person. Challenge somebody else, or try again later.
refusal-too-many-posts = You asked for too many posts in a row. Please try again in { $seconds } s; nothing has changed.
refusal-too-many-posts-of-all = There are too many requests here at the moment. Please try again in { $seconds } s; nothing has changed.
refusal-no-offer = That offer is no longer open. /{ $command } makes a new one.
refusal-own-offer = This is your own offer, so only { $player } can answer it. /{ $command } lets you withdraw it.
refusal-offer-not-yours = Only { $player } can withdraw this offer. You can decline it.
refusal-other-offer-stands = { $player } has already offered { $what }. Accept it with /{ $command }, decline it, or play on.
refusal-offered-enough = You have offered { $what } { $most } times in match { $id }, and that is the limit for each player.
    .at-board = You have offered { $what } { $most } times, and that is the limit for each player.
refusal-nothing-to-take-back = You have not played a move in match { $id } that could be taken back.
    .at-board = You have not played a move that could be taken back.
refusal-own-time-over = Your time is over, so you cannot accept a takeback any more. { $player } can give you time first.
refusal-lost-on-time = Your time is over, so match { $id } is lost.
    .at-board = Your time is over, so the game is lost.
refusal-taken-back-enough = Moves of match { $id } were taken back { $count } times, and that is the limit.
    .at-board = Moves were taken back { $count } times, and that is the limit.
refusal-paused = Match { $id } is paused, so nobody can move. /pause match:{ $id } resumes it.
    .at-board = The game is paused, so nobody can move.
refusal-not-paused = Match { $id } is not paused.
    .at-board = The game is not paused.
refusal-no-rematch = You have no finished match here to play again. /challenge opens a new one.
refusal-rematch-too-early = Match { $id } is not over yet. You can ask for a rematch after the end.
refusal-rematch-stands = You have already asked { $name } for a rematch: challenge { $id } waits for an answer.
refusal-rematch-begun = The rematch has begun: it is match { $id }. /board match:{ $id } shows it.
refusal-blocked = { $name } does not take challenges from you. Challenge somebody else, or leave the opponent out to challenge anybody.
refusal-blocked-accept = { $name } does not take challenges from you, so you cannot accept this one either. /challenge opens one of your own.
refusal-too-many-to-one = { $name } has not yet answered { $most } of your challenges, and that is the limit for one person. Wait for an answer, or withdraw one: /games lists them.
refusal-too-many-challenges = { $minutes ->
    [one] You opened { $most } challenges within an hour, and that is the limit. You can open the next one in { $minutes } minute.
   *[other] You opened { $most } challenges within an hour, and that is the limit. You can open the next one in { $minutes } minutes.
}
refusal-follow-own = You play match { $id } yourself. /follow is for matches of others.
refusal-follow-over = Match { $id } is over already. /board match:{ $id } shows how it ended.
    .at-board = The game is over already.
refusal-nothing-to-follow = Nobody else plays a match here. Use /follow where others play one.
refusal-too-many-followers = { $most } people follow match { $id }, and that is the limit. /board match:{ $id } shows you how it goes.
    .at-board = { $most } people follow this match, and that is the limit.
refusal-follows-too-many = You follow { $most } matches, and that is the limit. /follow with the name of one of them undoes this.
refusal-block-oneself = You cannot block yourself. /block takes the name of somebody else.
refusal-block-nobody = I know nobody called “{ $text }” here. { $how }.
# $how above holds one of these.
person-suggested = Pick a name from the suggestions that appear while you type
person-account = Write the whole account name, such as @ann:example.org
refusal-block-bot = Bots challenge nobody, so there is nothing to block.
refusal-profile-bot = Bots play no rated matches, so they have no ratings.
refusal-not-blocked = You do not block “{ $name }”. /unblock alone lists whom you block.
refusal-too-many-blocks = You block { $most } people, and that is the limit. /unblock takes challenges from one of them again.

## These sentences explain how to write a decision; $how above holds one of them.

# $exact has the squares of a move, $caption is its short notation: "g1f3 (Nf3)".
write-exact = { $exact } ({ $caption })
write-move = Write its squares, such as e2g4, or short notation, such as Nf3. For a promotion, add the piece, such as e7d8=Q.
write-king-place = Write where your king starts, such as K@e1.
write-lost-piece = Write which piece you lost, such as -R.
write-swap = Write the squares of the two pieces that change places, such as a1<>b2.
# $piece is "the queen".
write-drop-place = Write where { $piece } comes onto the board, such as { $letter }@d4.
write-promotion = Write what the pawn becomes, such as { $from }{ $to }=Q.

## A list names a match like this: "00001: Ann – Bob, Berolina".

match-in-list = { $id }: { $white } – { $black }, { $variant }
