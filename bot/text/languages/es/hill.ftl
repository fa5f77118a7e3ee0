### Only tests play this variant.

outcome-king-on-hill = { $winner_number ->
    [plural] las { $winner } ganan
   *[other] { $winner } gana
} con el rey en la colina
hill-title = Hill
hill-essence = Gana el rey que llega a d4, e4, d5 o e5. Lo demás es como en el ajedrez, pero nadie enroca ni captura al paso.
picture-won-hill = rey en la colina
picture-lost-hill = perdió la colina
