### The local page shows these texts of its own.

## The frame of the chat and the form to sign in show these.

page-title = Oddboard playground
page-description = Oddboard's local page: play odd chess variants in a chat.
page-no-script = This page is a chat and needs JavaScript. Nothing is loaded from anywhere else.
page-intro = Odd chess variants, refereed in a chat. Everything stays on this machine.
page-welcome-back = Welcome back
page-somebody-new = Or be somebody new
page-your-name = What shall others call you?
page-sign-in = Sign in
page-each-tab = Each tab can be somebody else: open a second one to play against yourself.
page-new-here = New to these games?
page-handbook-link = Their rules are in the handbook.
page-skip = Skip to writing
page-places = Places and people
page-close-places = Close the list of places
page-channels = Channels
page-direct = Direct messages
page-people = People
page-switch = Switch
page-switch-person = Switch person
page-switch-hint = Be somebody else in this tab
page-may-write = Oddboard may write to me
page-messages = Messages
page-message = Message
page-send = Send
page-say-help = Type a slash for commands. While suggestions are shown: arrow keys choose, Tab takes one, Escape closes.
page-picture = Picture
page-close = Close

## The chat shows these while people use it. The scripts of the page fill in the arguments.

page-continue-as = Continue as { $name }
page-forget = Forget in this browser
page-forget-name = Forget { $name } in this browser
page-forget-ask = Forget { $name }? Nobody can sign in under that name afterwards.
page-stranger = You are not known here any more. Sign in again.
page-connecting = Connecting…
page-connected = Connected
page-lost = Connection lost. Trying again in { $seconds } s.
page-told-everybody = You told everybody:
page-you-pressed = You pressed
page-you-wrote = You wrote
page-you-chose = You chose
page-you-said = You:
page-unread = { $place }, { $number } unread
page-people-here = People — { $number } here
page-is-here = is here
page-is-away = is away
page-you = you
page-empty-direct = Oddboard's private messages to you appear here. Try:
page-empty-channel = Type a command below, or press one to put it there:
page-just-you = Just you and Oddboard
page-welcome = Welcome to { $place }
page-nobody-else = Nobody else here? Open this page in a second tab and be your own opponent.
page-about-direct = Only you and the bot read this
page-about-games = A quieter place to play
page-about-lobby = Meet, talk, challenge each other
page-suggestions = Suggestions
page-suggestions-hint = ↑ ↓ choose · Tab takes · Esc closes
page-hint-direct = Write to Oddboard, for example /help
page-hint-channel = Message { $place }, or / for commands
page-message-in = Message { $place }
page-messages-in = Messages in { $place }
page-newest = Newest messages ↓
page-new-message = 1 new message ↓
page-new-messages = { $number } new messages ↓
page-new = New
page-edited = edited
page-waiting = Waiting for the answer…
page-hint-slash = If it was meant for Oddboard, begin with a slash:
page-try-again = Try again
page-only-you = Only you can see this
page-dismiss = Dismiss
page-bot = Bot
page-enlarge = Enlarge
page-missing-picture = The picture could not be loaded. Press to try again.
page-actions = Actions
page-today = Today
page-yesterday = Yesterday
page-unreachable = Oddboard cannot be reached. Try again when it is back: it counts only once.
page-wrong = Something went wrong.

## The server of the page refuses requests with these reasons.

page-stranger-here = Sign in first.
page-hurry = That was too fast. Wait a moment and try again.
page-slow = That took too long to arrive. Try again.
page-bug = Something in Oddboard broke; its log says what. Try again.
page-stopping = Oddboard is stopping. Try again when it is back.
page-unstored = Oddboard could not read or write its data, so nothing is confirmed. Try again.
page-too-long = That is far too long for a message or a command. Shorten it and try again.
page-not-understood = The page sent something that Oddboard does not understand. Reload it.
page-nothing = There is nothing here.
page-not-ours = I do not know that button or menu entry.
page-no-channel = There is no such channel. Reload the page.
page-bad-id = An id is made of 1 to 40 letters, digits and dashes.
page-empty = The message is empty.
page-long-message = A message holds at most { $most } characters and this one has { $number }. Shorten it.
page-picture-gone = This picture is gone.
page-no-answer = Oddboard did not answer in time. Try again: it counts only once.
page-own-address = The playground answers only at this machine's own address, { $address }.
page-own-page = Only the playground's own page may do this; other programs send the header Origin or Authorization.
page-name-taken = Somebody is already called { $name }, or by a name that looks the same. If that is you, sign in where you chose the name; otherwise choose another one.
page-full = There are too many people here. Sign in with a name that you have used before.
page-name-empty = A name needs at least one letter. Choose the name that others see.
page-name-long = That name is too long: at most { $most } characters. Choose a shorter one.
page-name-invisible = That name contains invisible or control characters. Type it again without them.
page-name-marks = That name stacks marks upon a letter, or begins with one. Type it again without them.
page-name-sign = A name cannot contain double quotes or begin with @, / or <@: they mean something in commands. Leave them out.
page-name-bot = { $name } is the bot's own name, or looks like it. Choose another one.

## The pages of the handbook show these.

page-rules-title = The handbook
page-rules-intro = The rules of four odd chess variants, for people who know chess.
page-rules-contents = Contents
page-rules-all = All variants
page-rules-missing = The handbook has no such page; /rules has them all.
page-rules-untold = Paragraphs of the law that nobody needs to play
page-rules-solution = Solution
page-rules-step = Step through { $number } pictures
page-rules-back = Back to { $section }
page-rules-from = From { $square }: { $squares }
page-rules-show = Show the moves of:

## The first screen shows these.

page-home-chat = Chat
page-home-handbook = Handbook
page-home-title = Four unusual chess variants
page-home-lead = Play against Oddboard or a friend. Everything stays on this machine, and no account is needed.
page-home-no-script = You can read the handbook without JavaScript, but playing needs it. Nothing is loaded from anywhere else.
page-home-picture = { $variant }: the starting position
page-home-bot = Play Oddboard
page-home-friend = Challenge a friend
page-home-learn = Learn by playing

## The page of a match and the boards of the handbook show these.

page-board-rules = Rules
page-board-no-script = Playing needs JavaScript. This is the board as everybody may see it; load the page again to see the next move.
page-board-board = Board
page-board-moves = Moves
page-board-flip = Turn the board
page-board-share = Copy the link
page-board-shared = Copied: { $address }. Anybody on this machine can watch there, without a name.
page-board-sound = Sound
page-board-notify = Notifications
page-board-notify-refused = The browser does not allow notifications of this page. You can allow them in its settings.
page-board-invite = Copy the link and send it to a friend who uses this machine, or open it in another tab. The match begins when somebody accepts.
page-board-eyes = See it as
page-board-eyes-everything = it was
page-board-eyes-everybody = everybody saw it
page-board-eyes-white = White saw it
page-board-eyes-black = Black saw it
page-board-steps = Step through the moves
page-board-first = First position
page-board-back = One move back
page-board-on = One move on
page-board-last = Last position
page-board-grid = Chessboard. The arrow keys move between squares, Enter chooses.
page-board-reserve = In reserve
page-board-choose = Choose
page-board-empty = { $square }, empty
page-board-chosen = chosen
page-board-target = can be chosen
page-board-cause = forbids the move
page-board-until = Time runs out
page-clock-first = first move within { $seconds } s
page-board-your-turn = Your turn
page-board-review = Review
page-board-reviewing = Oddboard is looking back at the match…
# $white and $black are expected scores in percent, by the knowledge of the chosen viewer.
page-board-score = Expected score: White { $white } %, Black { $black } %
page-study-try = Try it on the board
page-study-show = Show the move
page-study-again = Start again
page-study-next = Next
page-learn-step = Step { $number } of { $count }
page-learn-over = That was your first game. Now play one yourself.
page-board-open = Open the match
page-board-talk = Chat: { $place }
page-board-talk-empty = Nothing has been said here yet.
page-board-earlier = You are looking at an earlier position.
page-board-talk-sign-in = Sign in to read and write in the chat of this match
page-board-plan = planned
page-board-planned = Planned: { $from } to { $to }. It is played when it is your turn. Press Escape or a square to cancel it.
