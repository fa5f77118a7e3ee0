### How a game ended: clauses without a final dot. $winner and $loser are a side ("blancas") or a person with a side, so there
### is no verb that would have to agree with them; $winner comes first, since this may be the beginning of a line.

outcome-checkmate = { $winner }: victoria por jaque mate
outcome-kings-captured = { $winner }: victoria, { $loser } sin ningún rey
outcome-no-decision = { $winner }: victoria, { $loser } sin ninguna jugada legal
outcome-recycled-into-check = { $winner }: victoria por un reciclaje que deja en jaque a { $loser }
outcome-resignation = { $winner }: victoria por abandono de { $loser }
outcome-stalemate = tablas por rey ahogado
outcome-repetition = tablas por triple repetición
outcome-fifty-moves = tablas por la regla de las cincuenta jugadas
outcome-dead-position = tablas por material insuficiente
outcome-agreement = tablas de mutuo acuerdo
outcome-turn-limit = tablas por el límite de turnos

# The same at the beginning of a line.
outcome-line-stalemate = Tablas por rey ahogado
outcome-line-repetition = Tablas por triple repetición
outcome-line-fifty-moves = Tablas por la regla de las cincuenta jugadas
outcome-line-dead-position = Tablas por material insuficiente
outcome-line-agreement = Tablas de mutuo acuerdo
outcome-line-turn-limit = Tablas por el límite de turnos
