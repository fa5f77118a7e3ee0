### These texts give the time of players, and report its end.

# These phrases describe the time limit of a match. $turn, $budget and $increment are spans such as "1 day 12 hours".
time-unlimited = sans limite
time-per-turn = { $turn } par tour
time-budget = { $budget } pour toute la partie
time-budget-increment = { $budget } pour toute la partie, et { $increment } de plus après chaque tour
# Minutes for the whole match and seconds after each turn: "5+3".
time-real = { $control } en temps réel

# A span of time consists of these, one after the other: "1 day 12 hours".
span-days = { $n ->
    [one] { $n } jour
   *[other] { $n } jours
}
span-hours = { $n ->
    [one] { $n } heure
   *[other] { $n } heures
}
span-minutes = { $n ->
    [one] { $n } minute
   *[other] { $n } minutes
}

# The bot writes a moment like this if the platform cannot format it: "2026-11-23 14:00 UTC, in 23 hours".
moment-ahead = { $at }, dans { $left }

# The bot puts these lines below a challenge or a board. $until is a moment, which some platforms show as "in 23 hours".
challenge-time = Temps : { $time }.
board-time = Fin du temps : { $until }.
board-out-of-time = { $name } n'a plus de temps.
board-paused = La partie est en pause.

# These messages report the time of a player. $match is such as "Match 4kq0z, Berolina against Ann".
time-reminder = { $match } : c'est à vous de jouer ; fin de votre temps : { $until }.
time-reminder-here = { $name }, c'est à vous de jouer dans la partie { $id } ; fin de votre temps : { $until }.
time-over = { $late } n'a plus de temps dans la partie { $id }. { $other } peut réclamer la victoire ou accorder un jour de plus.
time-over-early = { $late } n'a plus de temps dans la partie { $id }. { $other } peut réclamer la victoire, accorder un jour de plus ou annuler la partie, qui vient de commencer.
time-over-settled = { $late } n'avait plus de temps dans la partie { $id }.
time-given = { $name } a un jour de plus dans la partie { $id } ; fin du temps : { $until }.

button-claim-win = Réclamer la victoire
button-give-time = Accorder un jour
button-abort = Annuler

done-win-claimed = Vous gagnez la partie { $id } au temps.
    .at-board = Vous gagnez au temps.
done-time-given = Votre adversaire a un jour de plus dans la partie { $id }.
    .at-board = Votre adversaire a un jour de plus.
done-aborted = La partie { $id } est annulée et ne compte pas.
    .at-board = La partie est annulée et ne compte pas.

refusal-time-not-over = Votre adversaire a encore du temps, ou vient de jouer. /board montre où en est la partie.
refusal-abort-too-late = Chaque camp a joué deux fois : la partie ne peut plus être annulée. Vous pouvez réclamer la victoire ou accorder un jour de plus.
refusal-real-time = Les minutes et secondes sont pour les parties sur l'échiquier de la page web. Défiez quelqu'un là-bas, ou choisissez un temps plus lent, par exemple temps:1d.
refusal-real-time-elsewhere = La partie { $id } se joue à la pendule, en minutes et secondes : les deux joueurs la jouent donc sur l'échiquier de la page web. Ouvrez-y la partie et acceptez-la.
refusal-real-time-pause = Une partie en temps réel n'a pas de pause.
