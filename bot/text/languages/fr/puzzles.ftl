### A puzzle is a position in which exactly one move wins by force. Moves are in short notation.

summary-puzzle = Résoudre un problème : trouver le seul coup qui gagne de force. Vous seul le voyez.
summary-puzzle-variant = la variante dont il vient ; n'importe laquelle si elle manque
summary-puzzle-move = votre réponse au problème qui vous a été montré, par exemple Qxf7
example-puzzle = /puzzle baroque

# $grade is a number from 1 to 5, $variant such as "Bario (rules=classic)".
puzzle-head = Problème · { $variant } · difficulté { $grade } sur 5
# $side is "White" or "Black".
puzzle-task = { $turns ->
    [1] Trait aux { $side }, qui gagnent en un coup.
   *[other] Trait aux { $side }, qui gagnent par force en { $turns } coups. Trouvez le premier coup.
}
# $example is a move that is not the solution.
puzzle-how = Répondez par votre coup, écrit ainsi : /puzzle coup:{ $example }
puzzle-right = ✓ { $move }, c'est juste !
puzzle-goes-on = Le gain contre la meilleure défense : { $line }
puzzle-solution = La solution : { $line }
# $side is the side that replies.
puzzle-wrong = { $turns ->
    [1] ✗ { $move } ne gagne pas en un coup : les { $side } pourraient répondre { $reply }.
   *[other] ✗ { $move } ne gagne pas de force en { $turns } coups : les { $side } pourraient répondre { $reply }.
}
# The move ends the game without a win.
puzzle-wrong-at-once = { $turns ->
    [1] ✗ { $move } ne gagne pas : la partie finit sans gain.
   *[other] ✗ { $move } ne gagne pas en { $turns } coups : la partie finit sans gain.
}
puzzle-try-again = Essayez un autre coup, ou abandonnez pour voir la solution.
# The reader solved $streak puzzles in a row, each with the first answer.
puzzle-streak = { $streak ->
    [one] { $streak } problème résolu. Votre record : { $best }.
   *[other] { $streak } problèmes résolus de suite. Votre record : { $best }.
}
puzzle-streak-ended = { $streak ->
    [one] Votre série de { $streak } problème s'arrête. Votre record : { $best }.
   *[other] Votre série de { $streak } problèmes s'arrête. Votre record : { $best }.
}
puzzle-uncounted = Il ne compte pas pour votre série, car vous y aviez déjà répondu ou aviez vu sa solution.
button-another-puzzle = Autre problème
button-give-up-puzzle = Abandonner
refusal-no-puzzle = Vous n'avez pas de problème à résoudre. /puzzle en montre un.
refusal-no-puzzles = Il n'y a pas de problèmes de cette variante.
# $open is the title of a variant, $wanted is the name of another variant in commands.
refusal-other-puzzle = Votre problème vient de { $open }. Répondez sans indiquer de variante, ou demandez-en un autre avec /puzzle { $wanted }.

## A channel has a puzzle of the day, for all its readers.

option-daily = quotidien
summary-puzzle-daily = oui pour un problème du jour dans ce salon, chaque matin à neuf heures ; non pour arrêter
done-daily-on = Ce salon reçoit un problème chaque jour à neuf heures du matin, selon votre fuseau, { $zone } (/reminders fuseau). Le premier arrive dans une minute.
done-daily-on-at-nine = Ce salon reçoit un problème chaque jour à neuf heures du matin, selon votre fuseau, { $zone } (/reminders fuseau). Le premier arrive à neuf heures.
done-daily-changed = Ce salon continue de recevoir un problème chaque jour à neuf heures du matin, désormais selon votre fuseau, { $zone } (/reminders fuseau). Cela vaut dès le prochain problème.
done-daily-off = Ce salon ne reçoit plus de problème du jour.
refusal-daily-where = Une conversation privée n'a pas de problème du jour. Demandez-le dans un salon.
refusal-daily-and-move = Un coup répond à votre propre problème ; quotidien en publie un pour tous ici. Utilisez un seul des deux.
daily-head = Problème du jour
daily-how = Choisissez Résoudre pour répondre. Vous seul voyez votre réponse et son résultat.
# $line is a list of moves.
daily-before = Solution du dernier : { $line }. { $solvers ->
    [0] Personne ici ne l'a résolu.
    [one] { $solvers } personne ici l'a résolu.
   *[other] { $solvers } personnes ici l'ont résolu.
}
button-daily = Résoudre
