### The page of a match shows these. "You" is the reader.

## The status, without a final dot.

live-turn = Your turn
live-check = Your turn: you are in check
live-turn-again = Your turn again
live-check-again = Your turn again: you are in check
live-king-place = Your turn: place your king
live-lost-piece = Your turn: name the piece that you lost on { $square }
live-swap = Your turn: swap any two pieces, yours or your opponent's
live-drop-place = Your turn: place { $piece }
live-promotion = Your turn: choose the promotion on { $square }
live-their-turn = { $name } to move
live-thinking = { $name } is thinking…
live-paused = Paused: no clock runs

## The sides of a challenge. $name is its challenger.

live-sides-random = Sides are chosen at random.
live-side-own = You play { $color }.
live-side = { $name } plays { $color }.

## The board names the options of the match at its start.

live-option = { $what }: { $meaning }.

## The result in few words.

live-won = You won
live-lost = You lost
live-wins = { $name } won
live-drawn = Draw
live-aborted = Aborted
live-unmoved = { $name } did not move in time. The game does not count.
live-unmoved-own = You did not move in time. The game does not count.
live-deleted = A player has deleted their data. The game does not count.

## Buttons have these labels.

live-takeback = Takeback
live-pause = Pause
live-cancel = Cancel

## The offers between two players. $name is the other player.

live-draw = { $name } offers you a draw.
live-draw-own = You offered a draw. Waiting for { $name }…
live-pause-offer = { $name } wants to pause the game. No clock runs during a pause.
live-pause-own = You offered a pause. Waiting for { $name }…
live-takeback-offer = { $name } wants to take back { $moves }.
live-takeback-own = You asked for a takeback. Waiting for { $name }…
live-rematch = { $name } wants a rematch.
live-rematch-own = You offered a rematch. Waiting for { $name }…
live-challenge = { $challenger } challenges you
live-challenge-open = { $challenger } is looking for an opponent
live-challenge-other = { $challenger } challenges { $opponent }
live-challenge-own-open = Waiting for an opponent…
live-challenge-start = Ready to start
live-waiting = Waiting for { $name }…

## The scripts of the page show these.

page-board-skip = Skip to the board
page-board-more = More
page-board-hold = Hold a piece, or rest the mouse on it, to read how it moves.
page-board-draw-offer-ask = Offer a draw?
page-board-draw-accept-ask = Agree to a draw? The game ends at once.
page-board-draw-yes = Agree to a draw
page-board-not-now = Not now
page-board-new-game = New game
page-board-rematch-begun = The rematch has begun.
page-board-result = Result
page-board-declined = Your opponent declined.

## The place of a match on another platform, without a final dot.

live-in-channel = In a channel on { $platform }
live-in-room = In a room on { $platform }
live-in-direct = In direct messages on { $platform }
