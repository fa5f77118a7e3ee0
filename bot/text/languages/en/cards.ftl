### A card beside a piece on a board describes its ways with these texts, in short sentences about "it".

## All pieces of chess. The cards of pawns differ by variant.

card-king = It moves one square in any direction and captures by moving onto a piece.
card-queen = It moves and captures along ranks, files and diagonals.
card-rook = It moves and captures along ranks and files.
card-bishop = It moves and captures along diagonals.
card-knight = It jumps two squares along a rank or file and one to the side, and captures where it lands.
card-pawn = It moves one square straight ahead, or two from its second rank. It captures one square diagonally forward.
card-pawn-berolina = It moves one square diagonally forward, or two from its second rank. It captures one square straight ahead.
card-undefined = It can become any type in its owner's reserve when it moves. Until then it attacks as each of these types.

## Baroque.

card-pincer = It moves like a rook. It captures an enemy piece that its move catches in a straight line between it and another piece of its side.
card-coordinator = It moves like a queen. After its move, it captures on the other two corners of the rectangle that it forms with its own king.
card-long-leaper = It moves like a queen. It captures the enemy pieces in its line that it leaps over. The square right behind each must be empty.
card-chameleon = It moves like a queen. It captures each piece the way that piece captures, and it freezes an enemy immobilizer next to it.
card-withdrawer = It moves like a queen. It captures the enemy piece next to it that it moves straight away from.
card-immobilizer = It moves like a queen and never captures. Enemy pieces next to it cannot move.

## Chakart. Its objects have cards too.

card-king-chakart = It moves one square in any direction and captures by moving onto a piece. Once per game, a king of each side can throw a shell.
card-queen-chakart = It moves and captures along ranks, files and diagonals. Once per game, a queen of each side can move unseen.
card-rook-chakart = It moves and captures along ranks and files. It drops a banana diagonally next to it.
card-bishop-chakart = It moves and captures along diagonals. It drops a bomb next to it along a rank or file.
card-knight-chakart = It jumps two squares along a rank or file and one to the side, and captures where it lands. It leaves an egg.
card-pawn-chakart = It moves one square straight ahead, or two from its first or second rank, and diagonally onto an enemy piece or an object. It leaves a mushroom.
card-mushroom = A pawn, knight or king that lands here repeats its step.
card-egg = A piece that lands here draws one of eight effects, each equally likely.
card-banana = A piece that lands here is thrown one square along the rank or file, at random.
card-bomb = A piece that lands here is thrown one square diagonally, at random.

## A card also says why this piece cannot move now, or that it is hidden. $by is "the rook on e8".

note-frozen = This piece is frozen. Its owner has to move another piece first.
note-frozen-by = { CAPITAL($by) } freezes this piece.
note-in-check = This piece has no legal move: your king on { $king } is in check from { $by }.
note-exposed = This piece has no legal move: your king on { $king } would be in check from { $by }.
note-stuck = This piece has no legal move now.
note-unseen = The other side does not see it here.

# A hint or review names a move. $moved is "pawn e7 to e8", $piece is "a queen".
move-becomes = { $moved } and becomes { $piece }
# $named is "withdrawer d1 to g4", $move is the same in short notation.
move-named = { $named } ({ $move })
