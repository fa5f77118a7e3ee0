### How a game ended: clauses without a final dot. $winner and $loser are a side or a person with a side.

outcome-checkmate = { $winner ->
    [Blancs] les Blancs gagnent
    [Noirs] les Noirs gagnent
   *[other] { $winner } gagne
} par échec et mat
outcome-kings-captured = { $winner ->
    [Blancs] les Blancs gagnent
    [Noirs] les Noirs gagnent
   *[other] { $winner } gagne
}, { $loser ->
    [Blancs] les Blancs n'ont plus de roi
    [Noirs] les Noirs n'ont plus de roi
   *[other] { $loser } n'a plus de roi
}
outcome-no-decision = { $winner ->
    [Blancs] les Blancs gagnent
    [Noirs] les Noirs gagnent
   *[other] { $winner } gagne
}, { $loser ->
    [Blancs] les Blancs n'ont plus aucun coup légal
    [Noirs] les Noirs n'ont plus aucun coup légal
   *[other] { $loser } n'a plus aucun coup légal
}
outcome-recycled-into-check = { $winner ->
    [Blancs] les Blancs gagnent
    [Noirs] les Noirs gagnent
   *[other] { $winner } gagne
}, { $loser ->
    [Blancs] les Blancs se sont mis en échec
    [Noirs] les Noirs se sont mis en échec
   *[other] { $loser } s'est mis en échec
} par un recyclage
outcome-resignation = { $winner ->
    [Blancs] les Blancs gagnent
    [Noirs] les Noirs gagnent
   *[other] { $winner } gagne
}, { $loser ->
    [Blancs] les Blancs ont abandonné
    [Noirs] les Noirs ont abandonné
   *[other] { $loser } a abandonné
}
outcome-stalemate = nulle par pat
outcome-repetition = nulle par triple répétition
outcome-fifty-moves = nulle par la règle des cinquante coups
outcome-dead-position = nulle par matériel insuffisant
outcome-agreement = nulle par accord
outcome-turn-limit = nulle, limite de coups atteinte

# The same at the beginning of a line.
outcome-line-stalemate = Nulle par pat
outcome-line-repetition = Nulle par triple répétition
outcome-line-fifty-moves = Nulle par la règle des cinquante coups
outcome-line-dead-position = Nulle par matériel insuffisant
outcome-line-agreement = Nulle par accord
outcome-line-turn-limit = Nulle, limite de coups atteinte
