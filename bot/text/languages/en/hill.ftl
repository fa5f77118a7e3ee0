### Only tests play this variant.

outcome-king-on-hill = { $winner } wins with the king on the hill
hill-title = Hill
hill-essence = A king on d4, e4, d5 or e5 wins. Everything else is as in chess, but nobody castles or captures en passant.
picture-won-hill = king on the hill
picture-lost-hill = lost the hill
