### Answers to the person who asked. Sentences. $id is the name of a match, such as 4kq0z.

## Something changed.

done-opened = Your challenge { $id } is posted. The match begins when it is accepted.
done-accepted = You accepted the challenge. Match { $id } has begun, and its board is posted.
# To who accepts a challenge where the bot cannot write.
done-accepted-by-message = You accepted the challenge. Match { $id } has begun, and its board comes in our direct messages.
# To who accepts a challenge where the bot cannot write, in direct messages.
group-greeting = Matches that you accept in groups are played here, in our direct messages. The board comes next; answer it with your move, or write help.
done-declined = You declined the challenge { $id }.
done-withdrawn = You withdrew the challenge { $id }.
done-challenge-posted = The challenge { $id } is posted again. From now on it is answered there.
done-blocked = You no longer take challenges from { $name }. They are not told; only if they challenge you, they hear that you do not take their challenges. /unblock takes it back.
done-unblocked = You take challenges from { $name } again.
done-followed = You follow match { $id }: when it is over, its last board mentions you. It does not if you have turned reminders or notifications off, or in your quiet hours (/reminders), or on a server where notifications are off. /follow match:{ $id } takes it back.
done-unfollowed = You do not follow match { $id } any more.
# $move is in short notation: "Nf3".
done-moved = You played { $move } in match { $id }.
# Added once for a player who cannot be written to.
done-closed = I cannot send you direct messages, so you do not get your view of the board after each turn. To get it automatically, allow direct messages from me. Until then, use /view.
done-board-posted = The board of match { $id } is posted.
board-posted-before = The board of match { $id } was posted a moment ago. Look for it above.
done-resigned = You resigned match { $id }.
done-ended = You ended match { $id }. It counts as a resignation by your opponent, who has left.
done-offered = You offered { $what } in match { $id }. It stands until your opponent answers or plays on, or you withdraw it.
done-draw-agreed = Match { $id } is drawn by agreement.
done-offer-declined = You declined { $what } in match { $id }. Play goes on.
done-offer-withdrawn = You withdrew your offer of { $what } in match { $id }. Play goes on.
done-taken-back = You accepted the takeback in match { $id }. The board shows where it goes on.
done-paused = Match { $id } is paused. /pause goes on.
done-resumed = Match { $id } goes on.
# The refusal of an offer while an earlier offer of the same player stands.
offer-stands = You have offered { $what } in match { $id }, and that still stands. Only one offer can stand at a time. Yours lapses if your opponent plays on; you can also withdraw it.
done-kept = Nothing has changed. Play on!

## What somebody alone may see, which is shown below.

view = Match { $id }, as you see it:
board-elsewhere = The board of match { $id } is posted here as it stands now. Later moves are posted where the match is played.

## Something does not work.

not-confirmed = Not confirmed: I could not save this just now, so it may or may not count. Before you try again, /board or /games tells whether it counts.
busy = Many people are playing right now, so this takes a little longer.
drawing = I am preparing it. A long match takes a few seconds.
too-busy = Too many people are playing right now, so I did nothing. Please try again in a minute.
bug = Something went wrong on my side, and nothing has changed. Please try again; if it happens again, tell the person who runs me.
no-form = I could not open the input form. Send your move with /move instead.
late-done = My answer came too late to show, but what you asked for is done. /games lists your matches.
late-undone = I could not show you my answer in time, and nothing has changed. Please ask again.
late-not-confirmed = I could not show you my answer in time, and what you asked for may or may not be done. /games lists your matches.

## The form in which somebody writes a move.

form-title = Match { $id }, { $variant }
form-label = Your move

## What works where somebody is, and what does not.

doctor-verdict = { $flaws ->
    [0] All is well here.
    [1] One thing does not work here.
   *[other] Some things do not work here.
}
doctor-heard = I hear you, and this answer reached you.
doctor-writes = I can write to you directly.
# The direct message that tests whether the person can receive one.
doctor-try = This is to see whether I can write to you directly. I can.
doctor-unknown = I could not check what works here. Please try again in a minute.

## Help.

help = I referee odd chess variants. Challenge somebody with /challenge berolina. When they accept, play with /move; without a move it lets you choose one.
# The commands for which there is no more room than for their names.
help-named = Also: { $commands }
help-more = For the variants, see /rules. For more about a command, add its name, such as /help move.
# An entry of a list: the subject of a variant or a command.
about = { $name }: { $summary }
command-about = /{ $command } — { $summary }
help-option = { $option }: { $summary }
help-option-optional = { $option } (optional): { $summary }
help-no-options = It takes no options.
help-example = For example: { $example }

## Somebody's matches, a line each. $variant is "Berolina", or "Bario (rules=classic)" with what was chosen.

games-none = You have no match in play and no open challenge. /challenge opens one, and /history shows your last match.
games-damaged = { $id }: damaged, so nobody can play it; /board match:{ $id } says more
games-challenged = { $id }: { $name } challenges you to { $variant }
games-challenging = { $id }: you challenge { $name } to { $variant }; not accepted yet
games-challenging-anybody = { $id }: you challenge anybody to { $variant }; not accepted yet
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
# Added to a match in the list: when its time ends, and what leads to its message.
games-time = time ends { $until }
games-out-of-time = no time left
games-paused = paused
games-link-board = board
games-link-challenge = challenge
# Buttons of the list.
button-match = { $id }: { $name }
button-match-of = { $id }: { $white } – { $black }
button-accept-match = Accept { $id }
button-withdraw-match = Withdraw { $id }

## The people from whom somebody takes no challenges.

blocks-none = You block nobody. /block refuses all challenges of a person.
# $names are joined by commas.
blocks-head = You take no challenges from: { $names }. Choose whose challenges you want again.
menu-unblock = Unblock …

## Records.

export = Here is the record of match { $id } as a text file.
export-seen = Match { $id } is not over and has secrets, so this file has the moves only as you saw them. After the match, /export gives the whole record.

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
ask-forced-promotion = the pawn on { $from } has to go to { $to }. What does it become?
ask-king-place = on which square do you place your king?
ask-lost-piece = which piece did you lose on { $square }?
# $piece is "a rook".
ask-drop-place = Toadette brings you { $piece }. Where do you place it?
ask-swap = King Boo makes you swap two pieces. Which is the first?
# $piece is "the rook on a1 (White)".
ask-partner = which piece do you swap with { $piece }?

## Questions whether something is meant.

# $move is in short notation.
ask-move = Play { $move } in match { $id }? Nothing has been played yet.
ask-play = Play it
ask-losing-move = { $move } would lose match { $id } at once: it starts a recycle that leaves your own king in check, so { $opponent } would win (rule: { $law }). Nothing has been played yet. If you mean it, confirm below or add confirm:yes to /move.
ask-play-anyway = Play it anyway
ask-keep-thinking = Keep thinking
ask-resign = Do you really want to resign match { $id }? { $opponent } will win, and it cannot be undone.
ask-resign-yes = Yes, resign
ask-resign-no = Play on
