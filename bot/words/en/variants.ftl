### What is said of each variant and of what may be chosen about it. The names of options and values (`setup=symmetric`) are
### part of commands and the same in all languages.

berolina-title = Berolina
berolina-essence = Pawns step diagonally and capture straight ahead; all else is as in chess.

baroque-title = Baroque
baroque-essence = Each piece captures in a way of its own and only the king by stepping onto a piece; pawns move like rooks.
baroque-setup = Start array
baroque-setup-standard = always the same
baroque-setup-symmetric = one drawn row for both, White's coordinator and immobilizer swapped
baroque-setup-asymmetric = a drawn row for each side

chakart-title = Chakart
chakart-essence = Pieces leave mushrooms, eggs, bananas and bombs behind, which alter the moves of whatever meets them; capture every king.
chakart-objects = Bananas and bombs
chakart-objects-hidden = known only to the side that left them, until they act
chakart-objects-open = known to everybody
chakart-setup = Start array
chakart-setup-asymmetric = a drawn back row for each side
chakart-setup-symmetric = one drawn back row, the same for both sides
chakart-setup-standard = as in chess

bario-title = Bario
bario-essence = Pieces are undefined until they move and become what is left in the reserve; all else is as in chess.
bario-rules = Rule set
bario-rules-modern = kings are placed first, and nobody castles
bario-rules-classic = kings begin on e1 and e8 and may castle; recycling into check loses

## What is chosen.

# What is played: "Bario (rules=classic)".
variant-chosen = { $variant } ({ $choices })
# $what names what is chosen, $choice is such as "setup=symmetric". A sentence.
option-chosen = { $what }: { $meaning } ({ $choice }).
option-about = { $variant }: { $what }
option-value = { $choice }: { $meaning } ({ $law })
option-value-default = { $choice } (default): { $meaning } ({ $law })
