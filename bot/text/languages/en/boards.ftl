### These texts describe a position in words: below a board, and as the alternative text of its picture.

## The status names the side that decides next, without a final dot. $player is "Ann (White)".

status-move = { $player } to move
status-move-check = { $player } to move, in check
status-move-again = { $player } to move again
status-move-again-check = { $player } to move again, in check
status-king-place = { $player } to place the king
status-lost-piece = { $player } to name the piece lost on { $square }
status-swap = { $player } to swap two pieces
status-drop-place = { $player } to place { $piece }
status-promotion = { $player } to promote the pawn that goes from { $from } to { $to }
status-chance = Chance decides next

## The alternative text of a picture consists of these sentences.

alt-head = { $variant }: { $white } against { $black }. { $status }.
alt-turn = Move { $number }: { $turn }.
alt-at-hand = { $color }'s { $things }.
alt-frozen = Frozen: { $squares }.
alt-unseen = Unseen by the other side: { $squares }.
alt-pieces = { $color }: { $things }.
# $things lists pieces like this: "rooks a1 h1".
alt-piece = { $piece } { $squares }
alt-no-pieces = { $color }: no pieces.
alt-objects = Objects: { $things }.
# A diagram has several boards. $name is the name of one of them.
alt-board = { $name }: { $board }
# The alternative text names a mark of a diagram with its squares: "Slide: e5 e6."
alt-mark = { CAPITAL($mark) }: { $squares }.
alt-arrows = Arrows: { $arrows }.
alt-arrow = { $from } to { $to }
alt-before-after = Before: { $before } After: { $after }

## The alternative text names the squares that a picture highlights.

hints-chosen = Chosen: { $square }.
hints-targets = It may go to { $squares }.
hints-to-choose = Choose from: { $squares }.
hints-causes = What forbids the move: { $squares }.

## A side has a reserve or powers: "reserve: queen, 2 rooks", "powers: shell ready".

hand-reserve = reserve: { $pieces }
# $pieces are captured pieces: "queen, 2 rooks".
board-lead = Ahead by { $pieces }
hand-reserve-empty = reserve: empty
hand-powers = powers: { $powers }
power-shell-ready = shell ready
power-shell-used = shell used
power-stealth-ready = stealth move ready
power-stealth-used = stealth move used

## The legend of a text board explains its signs.

legend-object = { $sign } { $object }
legend-frozen = * frozen
legend-unseen = ~ unseen by the other side

## A line explains the signs that a picture has: "Key: ? = undefined piece; beside the names = reserve."

signs = Key: { $signs }.
sign-undefined = ? = undefined piece
sign-reserve = beside the names = reserve
sign-frozen = ice = frozen
sign-unseen = dashed frame = unseen by the other side
sign-gone = pale = removed by the last move
sign-steps = numbers = steps of the last move
sign-powers = shell, mask = powers left (crossed out = used)
