### These clauses explain why a decision is illegal. They follow a colon and have no final dot. $piece, $target, $by and
### similar arguments have an article and a square: "the rook on a1". A square stands alone.

illegal-over = the game is over: { $outcome }
illegal-chance-first = the last move is not finished yet, because chance has to decide first
illegal-not-drawn = the starting position has not been chosen at random yet
illegal-no-such-action = { $variant } has no move { $action }; a piece goes from one square to another, such as e2e4
illegal-no-such-action-bario = Bario has no move { $action }; write e2e4, or N@d1e3 for an undefined piece
illegal-empty = you have no piece on { $square }
illegal-not-yours = { $piece } belongs to { $owner }, and it is { $mover }'s turn
illegal-nobodys = { $piece } is not yours
illegal-object = { $object } lies on { $square }; objects do not move
illegal-no-way = a move goes from one square to another, not from { $square } to { $square }
illegal-no-passing = you cannot pass; a move goes from one square to another, not from { $square } to { $square }
illegal-cannot-reach = { $piece } cannot reach { $square }; { $how }
# $by may be "your own queen on e4".
illegal-blocked = { $piece } is blocked by { $by }
# $piece is "your own queen on e4".
illegal-own-piece = { $piece } occupies that square
illegal-frozen = { $piece } is frozen; move another piece first
illegal-frozen-touching = { $piece } is frozen, because it stands next to { $by }
illegal-frozen-freezer = { $piece } is frozen by { $by } and cannot release itself
illegal-frozen-by = { $piece } is frozen by { $by }, and no other chameleon or immobilizer of yours next to { $by } frees it
illegal-attacked = your king cannot go to { $square }, which { $by } attacks
illegal-attacked-baroque = your king cannot go to { $square }, where { $by } could capture it
illegal-beside-king = your king cannot go to { $square }, next to { $by }
illegal-in-check = your king on { $king } is in check from { $by }, and this move does not get it out of check
illegal-exposed = this move leaves your king on { $king } in check from { $by }
illegal-not-forward = the pawn on { $pawn } moves forward only
illegal-no-double-step = the pawn on { $pawn } is not on its second rank, so it moves one square only
illegal-no-double-step-chakart = the pawn on { $pawn } is beyond its second rank, so it moves one square only
illegal-double-step-blocked = the double step of the pawn on { $pawn } is blocked by { $by }
illegal-captures-straight = the pawn on { $pawn } captures straight ahead only, so it cannot capture { $target }
illegal-captures-not-straight = the pawn on { $pawn } cannot capture straight ahead, and { $target } is in its way
illegal-nothing-to-capture = the pawn on { $pawn } moves diagonally only to capture, and { $square } is empty
illegal-nothing-to-capture-berolina = the pawn on { $pawn } moves straight ahead only to capture, and { $square } is empty
illegal-nothing-to-capture-chakart = the pawn on { $pawn } moves diagonally only onto an enemy piece or an object, and { $square } is empty
illegal-too-late = the pawn on { $pawn } can capture en passant only right after a double step over { $square }, and the last move was not one
illegal-becomes-what = the pawn reaches its last rank; add what it becomes, such as { $from }{ $to }=Q
illegal-cannot-become = a pawn becomes a queen, rook, bishop or knight, not { $into }
illegal-cannot-become-chakart = a pawn becomes a queen, rook, bishop, knight or king, not { $into }
illegal-undefined-becomes = an undefined piece becomes a queen, rook, bishop or knight, not { $into }
illegal-no-promotion = only a pawn that reaches its last rank is promoted; leave out ={ $letter }
illegal-no-promotion-baroque = nothing is promoted in Baroque; write { $from }{ $to } alone

## These clauses describe how a piece moves; $how above holds one of them.

moves-berolina-pawn = it moves one square diagonally forward, or two from its second rank, and captures one square straight ahead
moves-chakart-pawn = it moves one square ahead, two from its first or second rank, and one diagonally onto an enemy piece or an object
moves-pawn = it moves one square straight ahead, or two from its second rank, and captures one square diagonally forward
moves-knight = a knight goes two squares along a rank or file and one to the side
moves-bishop = a bishop moves along diagonals
moves-rook = a rook moves along ranks and files
moves-queen = a queen moves along ranks, files and diagonals
moves-king = a king moves one square
moves-baroque-king = a king moves one square, and there is no castling
moves-baroque-pincer = a pincer moves along ranks and files
moves-baroque-other = every piece except pincers and kings moves like a chess queen

## These clauses describe how a piece of Baroque captures; $how holds one of them.

captures-pincer = a pincer captures what stands between it and another piece of yours
captures-coordinator = a coordinator captures on the other two corners of the rectangle that it forms with your king
captures-long-leaper = a long leaper captures what it leaps over
captures-chameleon = a chameleon captures each piece in that piece's own way
captures-withdrawer = a withdrawer captures the piece that it moves straight away from
captures-immobilizer = an immobilizer never captures

## These clauses explain why castling is illegal.

castling-never = the king on { $king } moves one square, and there is no castling
castling-no-rook = you have no rook on { $square } to castle with
castling-no-undefined = you have no undefined piece on { $square } to castle with
castling-moved = you cannot castle, because the king on { $king } or the rook on { $partner } has moved before
castling-moved-bario = you cannot castle, because the king has moved before, or the piece on { $partner } is not the one that started there
castling-no-rook-left = you cannot castle, because the piece on { $square } has to become a rook, and there is no rook left in your reserve
castling-blocked = you cannot castle, because { $by } stands between your king and your rook
castling-blocked-bario = you cannot castle, because { $by } stands between your king and the corner
castling-out-of-check = you cannot castle, because your king on { $square } is in check from { $by }
castling-through-check = you cannot castle, because your king would cross { $square }, which { $by } attacks
castling-into-check = you cannot castle, because your king would end on { $square }, which { $by } attacks

## Only Berolina has these.

illegal-straight-double-step = the pawn on { $pawn } makes its double step along a diagonal, not straight to { $square }
# $piece is "your own rook on e4".
illegal-own-ahead = the pawn on { $pawn } captures straight ahead, but { $piece } is in its way

## Only Baroque has these.

illegal-step-upon = only a king captures by moving onto a piece, so { $piece } cannot capture { $target } that way; { $how }
illegal-leap-over = { $piece } can leap only over long leapers, not over { $over }
illegal-no-landing = { $piece } cannot leap over { $over }, because { $behind } stands right behind it
illegal-spared = { $piece } leaps, so it captures long leapers only; { $by } could still capture your king on { $king }
illegal-released = this move releases { $by }, which could then capture your king on { $king }

## Only Bario has these. $rank is 1 or 8.

illegal-king-first = you have to place your king first, anywhere on rank { $rank } (K@a{ $rank } to K@h{ $rank })
illegal-only-king = you can place only your king, not { $piece } (K@a{ $rank } to K@h{ $rank })
illegal-king-elsewhere = your king takes the place of an undefined piece on rank { $rank }, so it cannot go to { $square }
illegal-king-stands = your king is already on the board, and only kings are placed
illegal-nothing-placed = kings start on e1 and e8, so there is nothing to place
illegal-loss-first = first say which piece you lost on { $square } ({ $choices })
illegal-not-lost = an undefined piece is never { $piece }; for the piece lost on { $square }, write { $choices }
illegal-lost-not-in-reserve = there is no { $piece } left in your reserve; for the piece lost on { $square }, write { $choices }
illegal-nothing-lost = the last move captured none of your undefined pieces
illegal-undefined = the piece on { $square } is undefined; say what it becomes as it moves, such as { $example }
illegal-defined = { $piece } is already defined; write { $from }{ $to }
illegal-not-in-reserve = there is no { $piece } left in your reserve
illegal-exposed-by-reset = this move defines your last undefined piece, and after the reset { $by } attacks your king on { $king }

## Only Chakart has these. $piece and $object have the article "a" here.

illegal-swap-first = first swap two pieces for King Boo, for example with a1<>b2
illegal-drop-first = Toadette brought you { $piece }; place it first, for example with { $letter }@d4
illegal-promotion-first = the pawn on { $from } has to go to { $to } first; say what it becomes, such as { $from }{ $to }=Q (Q, R, B, N or K)
illegal-no-swap = pieces are swapped only when an egg brings King Boo
illegal-no-drop = a piece is placed only when an egg brings Toadette
illegal-other-drop = Toadette brought { $brought }, not { $piece }
# $piece is "the rook on a1".
illegal-drop-on = a piece can be placed only where no piece stands, and { $piece } is in the way
illegal-swap-itself = a swap needs two squares
illegal-swap-empty = no piece stands on { $square }
illegal-swap-object = { $there }, and objects cannot be swapped
illegal-swap-pawn = that would put a pawn on its own last rank
illegal-swap-order = write the swap as { $action }
illegal-stealth-of = only a queen moves unseen, and { $there }
illegal-shell-of = only a king throws the shell, and { $there }
illegal-stealth-spent = you have already used your stealth move
illegal-shell-spent = you have already thrown your shell
illegal-stealth-onto = a stealth move ends on an empty square, and { $there }
illegal-shell-path = the shell flies along ranks, files and diagonals, so not from { $from } to { $to }
# $piece is "the rook on a1".
illegal-shell-stopped = the shell is stopped by { $piece }
illegal-shell-misses = the shell hits enemy pieces only, and { $there }
illegal-shell-misses-empty = the shell hits enemy pieces only, and { $square } is empty
# $there above holds one of these.
there-stands = { $piece } stands on { $square }
there-lies = { $object } lies on { $square }
