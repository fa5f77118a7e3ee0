### These clauses give the result of a game, without a final dot. $winner and $loser are a side, or a person with a side.

outcome-checkmate = { $winner_number ->
    [plural] les { $winner } gagnent
   *[other] { $winner } gagne
} par échec et mat
outcome-kings-captured = { $winner_number ->
    [plural] les { $winner } gagnent
   *[other] { $winner } gagne
}, { $loser_number ->
    [plural] les { $loser } n'ont plus de roi
   *[other] { $loser } n'a plus de roi
}
outcome-no-decision = { $winner_number ->
    [plural] les { $winner } gagnent
   *[other] { $winner } gagne
}, { $loser_number ->
    [plural] les { $loser } n'ont plus aucun coup légal
   *[other] { $loser } n'a plus aucun coup légal
}
outcome-recycled-into-check = { $winner_number ->
    [plural] les { $winner } gagnent
   *[other] { $winner } gagne
}, { $loser_number ->
    [plural] les { $loser } se sont mis en échec
   *[other] { $loser } s'est mis en échec
} par un recyclage
# No game of the bot ends in this way: the reason is for variants outside of it, and each reason has words.
outcome-variant-rule = { $winner_number ->
    [plural] les { $winner } gagnent
   *[other] { $winner } gagne
} par une règle de la variante
outcome-resignation = { $winner_number ->
    [plural] les { $winner } gagnent
   *[other] { $winner } gagne
}, { $loser_number ->
    [plural] les { $loser } ont abandonné
   *[other] { $loser } a abandonné
}
outcome-out-of-time = { $winner_number ->
    [plural] les { $winner } gagnent
   *[other] { $winner } gagne
}, { $loser_number ->
    [plural] les { $loser } ont dépassé le temps
   *[other] { $loser } a dépassé le temps
}
outcome-stalemate = nulle par pat
outcome-repetition = nulle par triple répétition
outcome-fifty-moves = nulle par la règle des cinquante coups
outcome-dead-position = nulle par matériel insuffisant
outcome-agreement = nulle par accord
outcome-turn-limit = nulle, limite de coups atteinte
outcome-aborted = annulée sans résultat

# A result begins a line with a capital letter.
outcome-line = { CAPITAL($outcome) }
