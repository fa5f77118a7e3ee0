### These texts describe and name commands and options, and reject unreadable ones. All languages share the names of
### commands. Each language has its own words for options and values; people can write the English ones too. Quotes mark text
### that a person wrote.

## The bot explains with these sentences why it cannot read a command.

command-empty = There is no command in your message. /help lists what I can do.
command-too-long = That is too long for a command: I read at most { $most } characters.
command-unknown = I do not know the command “{ $name }”. /help lists all commands.
command-unknown-nearest = I do not know the command “{ $name }”. Did you mean /{ $nearest }? /help lists all commands.
command-unknown-option = /{ $command } has no option “{ $name }”. Its options are: { $known }.
command-no-options = /{ $command } has no option “{ $name }”: it takes no options.
command-surplus = /{ $command } does not take “{ $word }”. See /help { $command }.
command-unnamed = I cannot tell what “{ $text }” is for. Write { $meant }.
command-unnamed-person = I cannot tell what “{ $text }” is for. Write { $meant }. If it is somebody's name, write @{ $text }.
command-twice = The option { $option } appears twice. Give it once.
command-missing = /{ $command } needs the option { $option }. For example: { $example }
# $flaws consists of sentences.
command-bad-options = { $flaws } See /help challenge.
command-bad = “{ $text }” is not a valid value of { $option }. Use: { $expected }.
command-bad-empty = The option { $option } is empty. Use: { $expected }.

## These phrases describe the values of an option; $expected above holds one.

expected-side = white, black or random; put a name with spaces in straight quotes, such as "Ann Lee"
expected-time = a time for each turn from 10m to 14d, such as 1d; or for the match and each turn, such as 3d+12h; or none; or on the page from 1+0 to 60+30, such as 5+3 for 5 minutes and 3 seconds after each turn
expected-quiet = two hours of the day, such as 22-7, or none
expected-zone = a time zone such as Europe/Paris or UTC
# $changing and $fixed are time zones. The clocks of $fixed show the same time all year.
expected-zone-either = { $changing }, or { $fixed } if your clocks do not change in summer
expected-zone-place = the time zone of a place, such as Europe/Paris, so that reminders follow your clocks when they change in summer
expected-match = the five characters that name the match, such as 4kq0z
expected-number = a number, such as 2

## The bot rejects options of a variant with these sentences.

flaw-options-too-long = Options can have at most { $most } characters.
flaw-no-such-option = { $variant } has no option “{ $name }”; its options are { $known }.
flaw-no-options = { $variant } has no option “{ $name }”; it has no options.
flaw-no-such-value = The option { $option } of { $variant } cannot be “{ $value }”; it can be { $known }.
flaw-option-twice = The option { $option } is given twice.
flaw-unreadable = I cannot read these options.

## A sentence describes each command, and a phrase below it describes each of its options. Each has at most 100 characters.

summary-challenge = Challenge somebody, or anybody, to a match here.
summary-challenge-variant = the rules to play; leave it out to choose among all
summary-challenge-opponent = whom to challenge; leave it out to challenge anybody
summary-challenge-color = the side you want: white, black or random
summary-challenge-options = options of the variant, such as objects=open
summary-challenge-time = the time for each turn, such as 1d, or for the match and each turn, such as 3d+12h
summary-challenge-rated = yes, if the result is to change both players' ratings
summary-challenge-open = yes, if anyone who knows its code may join from elsewhere
summary-move = Play a move, or choose one step by step.
summary-move-confirm = yes, to play even a move that loses at once, without being asked
summary-plan = Plan replies that are played at once; only you see your plan.
summary-plan-moves = a move of theirs, your reply, and so on; clear to cancel; leave it out to see your plan
summary-plan-clear = to cancel your plan
summary-why = Explain why a move is illegal, or what it would do.
summary-board = Show the board again to everyone here.
summary-view = Show your own view of the board; nobody else sees the answer.
summary-resign = Resign a match.
summary-resign-match = which match
summary-resign-confirm = yes, to resign without being asked again
summary-draw = Offer a draw, or accept one.
summary-takeback = Ask for your last turn to be taken back, or accept what your opponent asks.
summary-pause = Offer a pause, accept one, or resume a paused match.
summary-offer-match = which match
summary-rematch = Challenge your last opponent to a rematch, colors swapped, or accept one.
summary-rematch-match = which match to play again; your last one if left out
summary-join = Accept a challenge, also one from another place whose code you know.
summary-join-match = the code of the challenge, such as 4kq0z
summary-follow = Get a mention when a match of others is over, or cancel that.
summary-follow-match = which match; the only one that others play here if left out
summary-block = Take no more challenges from somebody; they are not told until they challenge you.
summary-block-person = whose challenges you do not want
summary-unblock = Take challenges from somebody again, or see whom you block.
summary-unblock-person = whose challenges you want again; leave it out to see whom you block
summary-games = List your matches and whose turn it is.
summary-profile = Show your ratings and last rated matches, or somebody else's.
summary-profile-person = whose ratings; yours if left out
summary-leaderboard = List the best players by their ratings.
summary-leaderboard-variant = in which variant; in all of them if left out
summary-history = List the moves of a match.
summary-history-eyes = after the end: the whole match as white, black or everybody saw it, or everything
summary-replay = Get a match as an animated picture.
summary-replay-match = which match
summary-replay-eyes = after the end: as white, black or everybody saw it, or everything
summary-review = See where a finished match turned, and how well each side played.
summary-review-match = which match; your last one if left out
summary-export = Get the record of a match as a text file.
summary-verify = Check that the dice of a finished match were fair.
summary-verify-match = which match; your last one if left out
summary-settings = Choose how your own boards look, and your language.
summary-settings-bottom = the side at the bottom: own, white or mover
summary-settings-theme = the colors: usual, light, dark, high-contrast or print
summary-settings-pictures = the pictures: normal, large or text
summary-settings-language = the language in which I answer you
summary-settings-letters = the letters of pieces: english or local
summary-settings-confirm = yes, to be asked before each move of yours is played
summary-reminders = Choose how you are reminded that your time runs out, and whether posts about matches mention you.
summary-reminders-by = by private message, by a mention without a sound, or off
summary-reminders-quiet = hours of the day without reminders, such as 22-7, or none
summary-reminders-zone = your time zone, such as Europe/Paris
summary-reminders-bells = whether posts about your matches mention you: on or off
summary-rules = Open the handbook: the rules of a variant, its pieces, examples and practice.
summary-rules-variant = the variant; leave it out to see which there are
summary-rules-topic = a piece, an object, an effect or a rule; leave it out for an overview
summary-rules-here = yes, to say what the page means on the board of your match
summary-rules-picture = which picture of the page to show: 2 for the second
summary-rules-move = your answer to a practice position, such as c2c4
summary-rules-match = with here: the match, if you play several here
summary-doctor = Check what works for you here, and say how to fix what does not.
summary-help = List all commands, or explain one.
summary-help-command = the command to explain
# Several commands share these descriptions of options.
summary-any-move = the move: squares (e2g4) or short notation (Nf3)
summary-any-match-in = the match, if you play several here
summary-any-match-of = which match

## /help and refusals show these examples of commands.

example-challenge = /challenge berolina @Ann color:white
example-move = /move e2g4
example-plan = /plan e7g5 Nf3
example-why = /why e2e4
example-join = /join 4kq0z
example-block = /block @Ann
example-settings = /settings theme:dark
example-reminders = /reminders by:mention quiet:22-7 zone:Europe/Paris
example-rules = /rules baroque pincer
example-help = /help challenge

## An option has a name of lower-case letters. No other option of the same command has that name in any language.

option-variant = variant
option-opponent = opponent
option-person = person
option-color = color
option-options = options
option-time = time
option-rated-match = rated
option-open = open
option-by = by
option-quiet = quiet
option-zone = zone
option-move = move
option-moves = moves
option-match = match
option-confirm = confirm
option-eyes = eyes
option-bottom = bottom
option-theme = theme
option-pictures = pictures
option-language = language
option-letters = letters
option-topic = topic
option-here = here
option-picture = picture
option-command = command

## An option takes these words as values. The same rules apply to them.

choice-random = random
choice-white = white
choice-black = black
choice-everybody = everybody
choice-everything = everything
choice-yes = yes
choice-no = no
choice-own = own
choice-mover = mover
choice-usual = usual
choice-none = none
choice-clear = clear
choice-private = private
choice-mention = mention
choice-off = off
choice-light = light
choice-dark = dark
choice-high-contrast = high-contrast
choice-print = print
choice-normal = normal
choice-large = large
choice-text = text
choice-english = english
choice-local = local

# A person writes one of these words for a match without ratings. Blanks separate them, and no option has such a name.
words-unrated = unrated casual friendly

## Completion suggests a word with its meaning while a person types.

completion = { $word } — { $what }
completion-default = { $word } (default) — { $what }
# Completion names a challenge with this.
completion-challenge = challenge by { $name }
completion-topic = { $title } ({ $names })
# $move is in short notation, $piece is the piece that moves: "Nc3 (long leaper)".
completion-move = { $move } ({ $piece })
completion-match = { $players } ({ $variant })
# $count is the number of suggestions that are not shown.
completion-more = … and { $count } more: keep typing
