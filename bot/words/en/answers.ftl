### Answers to the person who asked. Sentences. $id is the name of a match, such as 4kq0z.

## Something changed.

done-opened = Your challenge is posted; its name is { $id }. The match begins when it is accepted.
done-accepted = You accepted. Match { $id } has begun; its board is posted.
done-declined = You declined the challenge { $id }.
done-withdrawn = You withdrew the challenge { $id }.
# $move is in short notation: "Nf3".
done-moved = You played { $move } in match { $id }.
# Added once for a player who cannot be written to.
done-closed = I cannot send you direct messages, so you hear of your turns in the channel only. To get your own view by itself, allow direct messages from me; until then /view or the button My view shows it.
done-board-posted = The board of match { $id } is posted.
done-resigned = You resigned match { $id }.
done-ended = You ended match { $id }; it counts as resigned by your opponent, who has left.
done-draw-offered = You offered a draw in match { $id }. It stands until your opponent answers or plays on.
done-draw-agreed = Match { $id } is drawn by agreement.
done-draw-declined = You declined the draw in match { $id }. Play goes on.
done-kept = Nothing has changed. Play on!

## What somebody alone may see, which is shown below.

view = Match { $id }, as you see it:
board-elsewhere = The board of match { $id } is posted here as it is now. What comes next is posted where it is played.

## Something does not work.

not-confirmed = Not confirmed: I could not write to my store just now, so I cannot say yet whether this counts. Send the same again with “Try again”: if it was kept it will not be done twice. Where there is no such button, look at /board or /games first.
busy = Many people are playing at this moment, so this takes a little longer.
drawing = I am drawing it. A long match takes a few seconds.
too-busy = Too many people are playing at this moment, and nothing has changed. Please try again in a minute.
bug = Something went wrong on my side, and nothing has changed. Please try again; if it happens again, tell whoever runs me.
no-form = I could not show you the line to write in. Write your move with /move instead.
late-done = I could not show you my answer in time, but it counts: what you asked for is done. /games tells how your matches stand.
late-undone = I could not show you my answer in time, and nothing has changed. Please ask again.

## The form in which somebody writes a move.

form-title = Match { $id }, { $variant }
form-label = Your move

## What works where somebody is, and what does not.

doctor-verdict = { $flaws ->
    [0] All is well here.
    [1] One thing does not work here.
   *[other] Some things do not work here.
}

## Help.

help = I referee odd chess variants. Challenge somebody with /challenge berolina; when they accept, play with /move, or with what is offered below the board.
help-more = /help with the name of a command tells more, such as /help move.
# What a variant or a command is about, in a list.
about = { $name }: { $summary }
command-about = /{ $command } — { $summary }
help-option = { $option }: { $summary }
help-option-optional = { $option } (optional): { $summary }
help-no-options = It takes no options.
help-example = For example: { $example }

## Somebody's matches, a line each. $variant is "Berolina", or "Bario (rules=classic)" with what was chosen.

games-none = You have no match in play and no challenge open. /challenge opens one, /history shows your last match.
games-damaged = { $id }: damaged, so nobody can play on in it; /board match:{ $id } tells more
games-challenged = { $id }: { $name } challenges you to { $variant }; accept it in its channel
games-challenging = { $id }: your challenge to { $name }, { $variant }, not accepted yet
games-challenging-anybody = { $id }: your challenge to anybody, { $variant }, not accepted yet
# $opponent is "Ann (White)".
games-your-turn = { $turns ->
    [one] { $id }: { $variant } against { $opponent }, your turn, { $turns } turn played
   *[other] { $id }: { $variant } against { $opponent }, your turn, { $turns } turns played
}
games-waiting = { $turns ->
    [one] { $id }: { $variant } against { $opponent }, waiting for your opponent, { $turns } turn played
   *[other] { $id }: { $variant } against { $opponent }, waiting for your opponent, { $turns } turns played
}
games-other = { $id }: { $variant }

## Records.

export = The record of match { $id }: its moves as a text file, for you to keep.
export-seen = The record of match { $id } holds what only one side may know, so until the match is over you get the moves as you have seen them. /export gives the whole record then.

## Questions on the way to a move.

# $question is one of the questions below.
guide = Match { $id }: { $question }
guide-type-it = Type it
guide-start-over = Start over
ask-piece = which piece do you move?
ask-piece-again = Daisy lets you move once more. Which piece do you move?
# $piece is "the rook on a1".
ask-target = where does { $piece } go?
ask-definition = what does the undefined piece on { $square } become?
# $piece is "a rook".
ask-target-as = the undefined piece on { $square } becomes { $piece }. Where does it go?
ask-promotion = the pawn goes from { $from } to { $to }. What does it become?
ask-forced-promotion = the pawn on { $from } is forced to { $to }. What does it become?
ask-king-place = on which square do you place your king?
ask-lost-piece = which piece did you lose on { $square }?
# $piece is "a rook".
ask-drop-place = Toadette brings you { $piece }. Where do you place it?
ask-swap = King Boo makes you swap two pieces. Which is the first?
# $piece is "the rook on a1 (White)".
ask-partner = which piece do you swap with { $piece }?

## Questions whether something is meant.

# $move is in short notation.
ask-losing-move = { $move } in match { $id } would lose at once: it starts a recycle that leaves your own king in check, and { $opponent } wins then (law: bario K9). Nothing has been played. If you mean it, confirm it below, or add confirm:yes to /move.
ask-play-anyway = Play it anyway
ask-keep-thinking = Keep thinking
ask-resign = Do you really resign match { $id }? { $opponent } wins then; it cannot be undone.
ask-resign-yes = Yes, resign
ask-resign-no = Play on
