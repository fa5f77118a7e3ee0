### These clauses give the result of a game, without a final dot. $winner and $loser are a side, or a person with a side.

outcome-checkmate = { $winner_number ->
    [plural] las { $winner } ganan
   *[other] { $winner } gana
} por jaque mate
outcome-kings-captured = { $winner_number ->
    [plural] las { $winner } ganan
   *[other] { $winner } gana
} porque { $loser_number ->
    [plural] las { $loser } ya no tienen rey
   *[other] { $loser } ya no tiene rey
}
outcome-no-decision = { $winner_number ->
    [plural] las { $winner } ganan
   *[other] { $winner } gana
} porque { $loser_number ->
    [plural] las { $loser } no tienen ninguna jugada legal
   *[other] { $loser } no tiene ninguna jugada legal
}
outcome-recycled-into-check = { $winner_number ->
    [plural] las { $winner } ganan
   *[other] { $winner } gana
} porque { $loser_number ->
    [plural] las { $loser } quedaron en jaque
   *[other] { $loser } quedó en jaque
} al reciclar
# No game of the bot ends in this way: the reason is for variants outside of it, and each reason has words.
outcome-variant-rule = { $winner_number ->
    [plural] las { $winner } ganan
   *[other] { $winner } gana
} por una regla de la variante
outcome-resignation = { $winner_number ->
    [plural] las { $winner } ganan
   *[other] { $winner } gana
} porque { $loser_number ->
    [plural] las { $loser } abandonaron
   *[other] { $loser } abandonó
}
outcome-out-of-time = { $winner_number ->
    [plural] las { $winner } ganan
   *[other] { $winner } gana
} porque { $loser_number ->
    [plural] a las { $loser } se les acabó el tiempo
   *[other] a { $loser } se le acabó el tiempo
}
outcome-stalemate = tablas por rey ahogado
outcome-repetition = tablas por triple repetición
outcome-fifty-moves = tablas por la regla de las cincuenta jugadas
outcome-dead-position = tablas por material insuficiente
outcome-agreement = tablas de mutuo acuerdo
outcome-turn-limit = tablas por el límite de turnos
outcome-aborted = cancelada sin resultado

# A result begins a line with a capital letter.
outcome-line = { CAPITAL($outcome) }
