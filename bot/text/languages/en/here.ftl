### A page with here:yes applies a rule to the board of a match. $squares is such as "e5, g7", $move is such as "f4f3", and
### $side is such as "Your side (White)".

here-your-side = Your side ({ $color })
here-now = Now: { $moves }.
here-now-more = Now: { $moves }; and { $count } more.
here-captures = { $move } captures { $squares }
here-en-passant = { $move } captures { $squares } en passant
here-castles = { $move } castles
here-promotes = { $move } promotes
here-throws = { $move } throws the shell
here-no-en-passant = No pawn can be captured en passant now.
here-no-castling = You cannot castle now.
here-no-promotion = No pawn of yours can be promoted now.
here-no-target = You have no target for a shell now.
here-none-frozen = No piece is frozen.
here-check = In check: the king on { $squares }.
here-no-check = No king is in check.
here-powers = { $side }: { $powers }.
here-reset = A reset comes when a side defines its last undefined piece. White has { $white } left, and Black has { $black }.
here-undefined = { $count ->
    [one] { $side }: { $count } undefined piece left ({ $squares }). Reserve: { $reserve }.
   *[other] { $side }: { $count } undefined pieces left ({ $squares }). Reserve: { $reserve }.
}
here-reserve-empty = nothing
here-no-undefined = { $side }: no undefined piece left.
here-pieces = { $side }: { $piece } on { $squares }.
here-pieces-frozen = { $side }: { $piece } on { $squares }; frozen: { $frozen }.
here-no-piece = { $side }: no { $piece } on the board.
# The board may hold such a piece that the reader does not see.
here-no-piece-seen = { $side }: you see no { $piece }.
here-freezes = { $side }: the immobilizer on { $square } freezes { $squares }.
here-freezes-none = { $side }: the immobilizer on { $square } freezes no piece.
# $object is such as "an egg", and such as "egg" in the next message.
here-object = You know of { $object } on { $squares }.
here-no-object = You know of no { $object } on the board.

## These phrases describe the moves of a piece that a picture marks.

legend-slides = slides to { $squares }
legend-leaps = leaps or steps to { $squares }
legend-moves = moves without capturing to { $squares }
legend-captures = captures on { $squares }

## The handbook names paragraphs of the law that players do not need: "R1 to R12", "O15 and O18".

untold-from-to = { $first } to { $last }
untold-both = { $first } and { $last }
