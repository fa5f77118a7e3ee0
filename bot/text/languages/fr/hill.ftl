### Only tests play this variant.

outcome-king-on-hill = { $winner_number ->
    [plural] les { $winner } gagnent
   *[other] { $winner } gagne
}, roi sur la colline
hill-title = Colline
hill-essence = Un roi en d4, e4, d5 ou e5 gagne. Tout le reste est comme aux échecs, mais sans roque ni prise en passant.
picture-won-hill = roi sur la colline
picture-lost-hill = a perdu la colline
