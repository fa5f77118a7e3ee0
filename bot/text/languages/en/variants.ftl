### These texts describe each variant and its options. All languages share the names of options and values
### (`setup=symmetric`), because they are part of commands.

berolina-title = Berolina
berolina-essence = Pawns move diagonally and capture straight ahead. Everything else is as in chess.

baroque-title = Baroque
baroque-essence = Each kind of piece captures in its own way, and only the king captures by moving onto a piece. Pawns move like rooks.
baroque-setup = Starting position
baroque-setup-standard = always the same
baroque-setup-symmetric = same random rank; White's coordinator and immobilizer swapped
baroque-setup-asymmetric = a random back rank for each side
baroque-chameleon = A chameleon that leaps
baroque-chameleon-combined = captures in its other ways too
baroque-chameleon-pure = captures long leapers only

chakart-title = Chakart
chakart-essence = Pieces leave mushrooms, eggs, bananas and bombs behind, which affect any piece that lands on them. Capture every enemy king to win.
chakart-objects = Bananas and bombs
chakart-objects-hidden = visible only to the side that dropped them
chakart-objects-open = visible to everybody
chakart-objects-house = Hidden objects are a house rule; in the original game everyone sees them (objects=open).
chakart-setup = Starting position
chakart-setup-asymmetric = a random back rank for each side
chakart-setup-symmetric = one random back rank, the same for both sides
chakart-setup-standard = as in chess

bario-title = Bario
bario-essence = Pieces are undefined until they move; then each becomes a piece from the reserve. Everything else is as in chess.
bario-rules = Rule set
bario-rules-modern = each side places its king first; no castling
bario-rules-classic = kings start on e1 and e8 and may castle; recycling into check loses

## These texts show the chosen options of a variant.

# This names a variant with its options: "Bario (rules=classic)".
variant-chosen = { $variant } ({ $choices })
# $what is the title of an option, $choice is such as "setup=symmetric".
option-chosen = { $what }: { $meaning } ({ $choice }).
option-about = { $variant }: { $what }
option-value = { $choice }: { $meaning } ({ $law })
option-value-default = { $choice } (default): { $meaning } ({ $law })
