### Answers that say no: what cannot be done, why, and what to do instead. Sentences. Commands (`/games`), names of options
### (`match:4kq0z`) and moves are the same in all languages. $id is the name of a match, such as 4kq0z.

refusal-unknown-control = I do not know this button. Use /board to get the board with buttons that work.
refusal-no-match = You play no match here. /games lists all your matches, /challenge opens a new one.
refusal-no-match-here = No match is being played here. Name one that is over, as in match:4kq0z, or open one with /challenge.
refusal-nobody-has-left = Match { $id } goes on: you can end it this way only while it waits for somebody who has left, and as far as I can see nobody has. /board match:{ $id } shows how it stands.
refusal-unknown-match = There is no match { $id } here. /games lists yours.
refusal-set-aside = Match { $id } is damaged: I cannot read what I have stored of it, so I have set it aside, and nothing in it can change. All other matches go on. Whoever runs me can see what is wrong with `oddboard check --data`, and get all that is whole into a new folder with `oddboard salvage`.
refusal-answer-lost = I have done that already, but what I answered then is damaged. /games and /board show how things stand.
refusal-several-matches = Which match do you mean? Add the five characters of its name, as in match:4kq0z.
refusal-not-started = Match { $id } has not begun: nobody has accepted the challenge yet.
refusal-never-played = The challenge { $id } was not accepted, so nothing was played.
# $outcome is a clause such as "White wins by checkmate".
refusal-over = Match { $id } is over: { $outcome }. /challenge opens a new one, /export match:{ $id } gives its record.
# $name is how the variant is written in commands.
refusal-other-variant = Match { $id } is played by the rules of { $variant }. Ask with /rules { $name }, or leave out here:yes.
refusal-no-task = There is nothing to solve on that page. /rules { $name } practice lists the positions to solve; then write, for example, /rules { $name } practice 1 move:e2e4.
refusal-no-picture = { $pictures ->
    [0] That page has no pictures. Leave out picture: to read it.
    [1] That page has one picture. Leave out picture: to see it.
   *[other] That page has pictures 1 to { $pictures }; choose one of these, or leave out picture:.
}
refusal-dice-sealed = Match { $id } is still being played. Its dice stay sealed until it is over, so that nobody can foresee them; /verify match:{ $id } checks them then.
refusal-eyes-closed = Match { $id } is not over. Until then everybody sees it through their own eyes alone; /history match:{ $id } and /replay match:{ $id } show what you know.
refusal-not-a-player = Match { $id } is played by others; only its two players can do that. /games lists your matches.
refusal-no-view-of-your-own = You do not play in match { $id }, so you see what everybody sees: /board match:{ $id } shows it.
# $player is "Ann (White)".
refusal-not-your-turn = It is not your turn: { $player } is to move. I will tell you when it is yours.
refusal-not-yours-to-ask = What a move can do here depends on what only { $player } knows, who is to move. Players can ask when it is their turn.
# $how is a sentence that tells how such a decision is written.
refusal-unreadable-move = I cannot read “{ $text }” as a move. { $how } /move alone shows menus.
refusal-no-such-move = None of your pieces can play “{ $text }”. /move alone shows what they can do.
refusal-ambiguous-move = “{ $text }” can be more than one move: { $moves }. Write the squares of the one you mean.
# $why is a clause, $law the paragraph of the law such as "berolina O5".
refusal-illegal-move = “{ $text }” is illegal: { $why } (law: { $law }). It is still your turn.
refusal-said-aloud = Nothing was played: everybody there reads what you write, and match { $id } has secrets. Write your moves here, in the direct messages between you and me, where nobody else reads them.
refusal-stale = That belongs to an earlier moment of match { $id }. Use the newest board, or /board.
refusal-needs-channel = A challenge is posted where your opponent can read it: use /challenge in a channel. Moves and everything else work here too.
refusal-bots-do-not-play = Bots do not play. Challenge a person, or leave the opponent out to challenge anybody.
refusal-unknown-person = I know nobody here called “{ $text }”. Pick a name from the list that appears while you type (on Matrix write the whole account), or leave the opponent out to challenge anybody.
refusal-oneself = You cannot play against yourself. Challenge somebody else, or leave the opponent out; to try alone, sign in with a second name in another tab.
refusal-own-challenge = You cannot play against yourself, and this challenge is your own: somebody else has to accept it. To try alone, sign in with a second name in another tab.
refusal-not-for-you = This challenge is meant for { $name }. /challenge opens one of your own.
refusal-for-anybody = This challenge is meant for anybody: accept it or leave it. Only { $challenger } can withdraw it.
refusal-settled = The challenge { $id } has been answered already.
refusal-too-many-matches = You have { $most } matches and challenges open, and that is the most I keep for one person. Finish or withdraw one first; /games lists them.
refusal-opponent-busy = { $name } has as many challenges to answer as I keep for one person. Challenge somebody else, or try again when some of them are answered.
refusal-offer-stands = Your draw offer still stands. It lapses when your opponent plays a move instead.
refusal-offer-too-soon = { $turns ->
    [one] You offered a draw a short while ago. You can offer again after { $turns } more turn of yours.
   *[other] You offered a draw a short while ago. You can offer again after { $turns } more turns of yours.
}
refusal-no-offer = There is no draw offer to answer any more. /draw offers one.

## How a decision is written. Sentences.

write-move = Write its squares, such as e2g4, or short notation, such as Nf3; a promotion says what the pawn becomes, such as e7d8=Q.
write-king-place = Write where your king begins, such as K@e1.
write-lost-piece = Write which piece you lost, such as -R.
write-swap = Write the squares of the two pieces that change places, such as a1<>b2.
# $piece is "the queen".
write-drop-place = Write where { $piece } comes onto the board, such as { $letter }@d4.
write-promotion = Write what the pawn becomes, such as { $from }{ $to }=Q.

## A match in a list. "00001: Ann – Bob, Berolina".

match-in-list = { $id }: { $white } – { $black }, { $variant }
