### The local page shows these texts of its own.

## The frame of the chat and the form to sign in show these.

page-title = Oddboard playground
page-description = Oddboard: play odd chess variants against the program or a friend.
page-no-script = The chat needs JavaScript. Without it, you can read the handbook and watch games.
page-intro = Odd chess variants, refereed in a chat.
page-welcome-back = Welcome back
page-somebody-new = Or use a new name
page-your-name = Choose a name
page-sign-in = Sign in
page-each-tab = Each tab can have its own player: open a second tab to play against yourself.
page-new-here = New to these games?
page-handbook-link = Their rules are in the handbook.
page-skip = Skip to the message box
page-places = Places and people
page-close-places = Close the list of places
page-channels = Channels
page-direct = Direct messages
page-people = People
page-switch = Switch
page-switch-person = Switch player
page-switch-hint = Play under another name in this tab
page-may-write = Allow direct messages from Oddboard
page-messages = Messages
page-message = Message
page-send = Send
page-say-help = Type a slash for commands. While suggestions are shown: arrow keys choose, Tab inserts, Escape closes.
page-picture = Picture
page-close = Close

## The chat shows these while people use it. The scripts of the page fill in the arguments.

page-continue-as = Continue as { $name }
page-forget = Forget in this browser
page-forget-name = Forget { $name } in this browser
page-forget-ask = Forget { $name }? Nobody can sign in under that name afterwards.
page-stranger = You are signed out. Sign in again.
page-connecting = Connecting…
page-connected = Connected
page-late = No answer yet. Still trying…
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
page-suggestions-hint = ↑ ↓ choose · Tab inserts · Esc closes
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
page-no-game = There is no such game, or you may not see it.
page-no-board = The board cannot be drawn just now. Nothing has changed. Try again.
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
page-own-address = Oddboard answers only at { $address }.
page-not-encrypted = Open { $address }. If you see this there, its proxy does not send X-Forwarded-Proto: https.
page-no-guests = Here you can watch, learn and solve puzzles. To play, type /board in your chat, or press “Play on the board” there.
page-own-page = Only Oddboard's own page may do this; other programs send the header Origin or Authorization.
page-name-taken = The name { $name }, or one that looks the same, is taken. If it is yours, sign in where you chose it. If not, choose another one.
page-full = There are too many people here. Sign in with a name that you have used before.
page-name-empty = A name needs at least one letter. Choose the name that others see.
page-name-long = That name is too long: at most { $most } characters. Choose a shorter one.
page-name-invisible = That name contains invisible or control characters. Type it again without them.
page-name-marks = That name stacks marks upon a letter, or begins with one. Type it again without them.
page-name-sign = A name cannot contain double quotes, begin with @, / or <@, or end with ]: these mean something else. Leave them out.
page-name-bot = { $name } is the bot's own name, or looks like it. Choose another one.

## The pages of the handbook show these.

page-rules-title = The handbook
page-rules-intro = The rules of four odd chess variants, for people who know chess.
page-rules-contents = Contents
page-rules-all = All variants
page-rules-missing = The handbook has no such page.
page-rules-untold = Rules that you do not need for playing
page-rules-solution = Solution
page-rules-step = Step through { $number } pictures
page-rules-back = Back to { $section }
page-rules-from = From { $square }: { $squares }
page-rules-show = Show the moves of:
page-rules-part = Page { $number } of { $count }
page-rules-before = ← { $section }
page-rules-after = { $section } →
page-rules-pages = Pages
page-rules-play = Play this variant

## The first screen shows these.

page-home-chat = Chat
page-home-handbook = Handbook
page-home-title = Four unusual chess variants
page-home-lead = Play against Oddboard or a friend. No account is needed.
page-home-no-script = You can read the handbook without JavaScript, but playing needs it. Nothing is loaded from anywhere else.
page-home-picture = { $variant }: a position from a game
page-home-bot = Play the computer
page-home-friend = Challenge a friend
page-home-learn = Learn by playing
page-home-puzzles = Puzzles
page-puzzle = { $variant }: puzzle { $number }
page-puzzle-before = ← Puzzle before
page-puzzle-after = Next puzzle →
page-continue = Continue
page-games = Your games
page-game-your-turn = Your turn against { $name }
page-game-waiting = Waiting for { $name }
page-game-challenging = Waiting for { $name } to accept
page-game-open = Waiting for an opponent
page-game-challenged = { $name } challenges you
page-game-paused = Paused, against { $name }
page-game-copy = Copy the link
page-game-copied = Link copied. Send it to your opponent.
page-game-cancel = Cancel
page-playing = Being played now
page-playing-names = { $white } – { $black }

## The dialog of a new game shows these.

page-new-opponent = Opponent
page-new-computer = Computer
page-new-friend = A friend
page-new-level = Level
page-new-color = Your color
page-new-random = Random
page-new-white = White
page-new-black = Black
page-new-time = Time
page-new-rated = Rating
page-new-play = Play

## The dialog of settings shows these.

page-settings = Settings
page-language-usual = As in your browser
page-theme = Theme
page-theme-usual = System
page-theme-light = Light
page-theme-dark = Dark
page-theme-high-contrast = High contrast
page-theme-print = Gray
page-squares = Board
page-squares-slate = Slate
page-squares-moss = Moss
page-squares-walnut = Walnut
page-squares-lagoon = Lagoon
page-squares-plum = Plum
page-pieces = Pieces
page-pieces-standard = Classic
page-pieces-flat = Flat
page-pieces-letters = Letters
page-sounds = Sounds
page-volume = Volume
page-confirm = Ask before each move
page-notify = Notify me when this page is in the background
page-push = Notify this device when it is my turn, even if this page is closed
page-push-failed = This browser cannot be notified: it does not reach its push service. Try again later.
page-push-off = This page does not notify devices.
page-push-refused = This page may not use the push service of this browser. The operator can allow it.

## The page of a match and the boards of the handbook show these.

page-board-rules = Rules
page-board-no-script = Playing needs JavaScript. This is the board as everybody may see it; load the page again to see the next move.
page-board-board = Board
page-board-moves = Moves
page-board-flip = Flip board
page-board-share = Share
page-board-shared = Copied: { $address }. Anybody with this link can watch, without a name.
page-board-gif = Save as GIF
page-board-gif-private = Only its players can open this match. You can save it as an animation.
page-board-pin = Keep in view
page-board-unpin = Put the board back
page-board-notify-refused = The browser does not allow notifications from this page. You can allow them in its settings.
page-board-invite = Copy the link and send it to a friend, or open it in another tab. The match begins when somebody accepts.
page-board-eyes = Show
page-board-eyes-everything = everything
page-board-eyes-everybody = what everybody saw
page-board-eyes-white = what White saw
page-board-eyes-black = what Black saw
page-board-steps = Step through the moves
page-board-first = First position
page-board-back = Previous move
page-board-on = Next move
page-board-last = Last position
page-board-grid = Chessboard. The arrow keys move between squares, Enter chooses.
page-board-reserve = In reserve
page-board-choose = Choose
page-board-choose-promotion = Promote to
page-board-choose-define = Define the piece as
page-board-choose-unseen = Move in the open or unseen (once per game)
page-board-choose-shell = Move or shoot the shell (once per game)
page-board-choose-swap = Move or swap
page-board-choose-drop = Place a piece
page-board-choose-lost = Name the captured piece
page-board-cancel = Cancel
page-board-sending = Sending the move…
page-board-empty = { $square }, empty
page-board-chosen = chosen
page-board-target = can be chosen
page-board-captures = captures on { $squares }
page-board-cause = forbids the move
page-board-until = Time runs out
page-clock-first = first move within { $seconds } s
page-board-your-turn = Your turn
page-board-review = Review
page-board-reviewing = Oddboard is analyzing the match…
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
page-board-return = Back to the game
page-board-mistake = mistake
page-board-blunder = blunder
# $move is the last move in short notation.
page-board-course = Course of the game. The arrow keys step through the moves.
page-board-course-at = { $move }: White { $white } %, Black { $black } %
page-board-talk-sign-in = Sign in to read and write in the chat of this match
page-board-plan = planned
page-board-planned = Planned: { $from } to { $to }. It is played when it is your turn. Press Escape or a square to cancel it.

## The analysis board shows these. $line is a list of moves in short notation.

page-analysis-title = Analysis board
page-analysis-no-script = The analysis board needs JavaScript. Without it, you can read the handbook and watch games.
page-analysis-open = Analyze
page-analysis-engine = Engine
page-analysis-who = The engine computes for each person in turn, so it asks who you are.
page-analysis-thinking = Oddboard is thinking…
page-analysis-copy = Copy the position
page-analysis-copied = Copied.
page-analysis-refused = The browser does not allow copying. Copy it here: { $text }
page-analysis-edit = Edit the position
page-analysis-pieces = Pieces
page-analysis-place = Press a piece, then squares. Press the same square again to clear it.
page-analysis-eraser = Eraser
page-analysis-empty = Empty board
page-analysis-turn = Side to move
page-analysis-variant = Variant
page-analysis-position = Position as text (leave it empty for the usual start)
page-analysis-variation = Variation
page-analysis-best = Best line: { $line }
