### The bot replies to a person with these sentences. $id is the id of a match, such as 4kq0z.

## The bot confirms a request.

done-opened = Your challenge { $id } is posted. The match begins when it is accepted.
done-accepted = You accepted the challenge. Match { $id } has begun, and its board is posted.
# The bot sends this to a player who accepts a challenge in a place where the bot cannot write.
done-accepted-by-message = You accepted the challenge. Match { $id } has begun, and its board comes in our direct messages.
# The bot sends this to the same player in direct messages, before the board.
group-greeting = Matches that you accept in groups are played here, in our direct messages. The board comes next; answer it with your move, or write help.
done-declined = You declined the challenge { $id }.
done-withdrawn = You withdrew the challenge { $id }.
done-challenge-posted = The challenge { $id } is posted again. From now on it is answered there.
done-blocked = You blocked { $name }, so you get no challenges from them. They are not told, unless they challenge you. /unblock undoes this.
done-unblocked = You take challenges from { $name } again.
done-followed = You follow match { $id }: when it is over, its last board mentions you, unless your reminders or notifications are off, the server has notifications off, or it is in your quiet hours (/reminders). /follow match:{ $id } undoes this.
    .at-board = You follow this match: when it is over, its last board mentions you, unless your reminders or notifications are off, the server has notifications off, or it is in your quiet hours.
done-unfollowed = You do not follow match { $id } any more.
    .at-board = You do not follow this match any more.
# $move is in short notation: "Nf3".
done-moved = You played { $move } in match { $id }.
    .at-board = You played { $move }.
# The bot adds this once to the reply to a move, if the player does not receive direct messages.
done-closed = I cannot send you direct messages, so you do not get your view of the board after each turn. To get it automatically, allow direct messages from me. Until then, use /view.
done-board-posted = The board of match { $id } is posted.
board-posted-before = The board of match { $id } was posted a moment ago. Look for it above.
done-resigned = You resigned match { $id }.
    .at-board = You resigned.
done-ended = You ended match { $id }. It counts as a resignation by your opponent, who has left.
    .at-board = You ended the game. It counts as a resignation by your opponent, who has left.
done-offered = You offered { $what } in match { $id }. The offer ends when your opponent moves.
    .at-board = You offered { $what }. The offer ends when your opponent moves.
done-draw-agreed = Match { $id } is drawn by agreement.
    .at-board = Draw by agreement.
done-offer-declined = You declined { $what } in match { $id }.
    .at-board = You declined { $what }.
done-offer-withdrawn = You withdrew your offer of { $what } in match { $id }.
    .at-board = You withdrew your offer of { $what }.
done-taken-back = You accepted the takeback in match { $id }.
    .at-board = You accepted the takeback.
done-paused = Match { $id } is paused. /pause resumes it.
    .at-board = The game is paused.
done-resumed = Match { $id } goes on.
    .at-board = The game goes on.
# The bot refuses an offer with this while an earlier offer of the same player stands. $what names the earlier one.
offer-stands = You have already offered { $what } in match { $id }. Wait for the answer, or withdraw your offer.
    .at-board = You have already offered { $what }. Wait for the answer, or withdraw your offer.
done-kept = Cancelled. The game goes on.

## The bot puts these above a view or a board.

view = Match { $id }, as you see it:
board-elsewhere = The board of match { $id } is posted here as it stands now. Later moves are posted where the match is played.

## The bot reports that a request failed or takes longer.

not-confirmed = Not confirmed: I could not save this just now, so it may or may not count. Before you try again, /board or /games tells whether it counts.
busy = Many people are playing right now, so this takes a little longer.
drawing = I am preparing it. A long match takes a few seconds.
too-busy = Too many people are playing right now, so I did nothing. Please try again in a minute.
bug = Something went wrong on my side, and nothing has changed. Please try again; if it happens again, tell the person who runs me.
no-form = I could not open the input form. Send your move with /move instead.
late-done = My answer came too late to show, but what you asked for is done. /games lists your matches.
late-undone = I could not show you my answer in time, and nothing has changed. Please ask again.
late-not-confirmed = I could not show you my answer in time, and what you asked for may or may not be done. /games lists your matches.

## A form asks a player for a move.

form-title = Match { $id }, { $variant }
form-label = Your move

## /doctor reports whether the bot works in a place and for the reader. $flaws is the number of problems.

doctor-verdict = { $flaws ->
    [0] Everything works here.
    [1] One thing does not work here.
   *[other] Some things do not work here.
}
doctor-heard = I hear you, and this answer reached you.
doctor-writes = I can write to you directly.
# /doctor sends this to test whether the reader receives direct messages.
doctor-try = This is to see whether I can write to you directly. I can.
doctor-unknown = I could not check what works here. Please try again in a minute.

## /help shows these.

help = I referee odd chess variants. Challenge somebody with /challenge berolina. When they accept, play with /move; without a move it lets you choose one.
# /help names further commands with this if the message has no room for their summaries.
help-named = Also: { $commands }
help-more = For the variants, see /rules. For more about a command, add its name, such as /help move.
# A list entry gives the name of a variant or a command, with its summary.
about = { $name }: { $summary }
command-about = /{ $command } — { $summary }
help-option = { $option }: { $summary }
help-option-optional = { $option } (optional): { $summary }
help-no-options = It takes no options.
help-example = For example: { $example }

## /games lists the matches of the reader, one on each line. $variant includes chosen options: "Bario (rules=classic)".

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
# /games adds these to a line: the end of a player's time, a pause, and the label of a link to the message.
games-time = time ends { $until }
games-out-of-time = no time left
games-paused = paused
games-link-board = board
games-link-challenge = challenge
# /games shows these buttons.
button-match = { $id }: { $name }
button-match-of = { $id }: { $white } – { $black }
button-accept-match = Accept { $id }
button-withdraw-match = Withdraw { $id }

## /unblock lists the people whose challenges the reader refuses.

blocks-none = You block nobody. /block refuses all challenges of a person.
# $names is a list with commas.
blocks-head = You take no challenges from: { $names }. Choose whose challenges you want again.
menu-unblock = Unblock …

## /export sends a record with these.

export = Here is the record of match { $id } as a text file.
    .at-board = Here is the record of this match as a text file.
export-seen = Match { $id } is not over and has secrets, so this file has the moves only as you saw them. After the match, /export gives the whole record.
    .at-board = This match is not over and has secrets, so this file has the moves only as you saw them. After the end, it has all of them.

## The bot asks these questions while a player chooses a move step by step.

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

## The bot asks for confirmation with these questions and buttons.

# $move is in short notation.
ask-move = Play { $move }?
ask-play = Play it
ask-losing-move = { $move } loses at once: it starts a recycle that leaves your own king in check, so { $opponent } wins (rule: { $law }). Play it anyway?
ask-play-anyway = Play it anyway
ask-keep-thinking = Keep thinking
ask-resign = Resign this game?
ask-resign-yes = Yes, resign
ask-resign-no = Play on
