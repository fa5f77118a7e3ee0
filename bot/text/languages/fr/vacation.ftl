### A vacation stops the clock of a player while it is their turn.

summary-vacation = Prendre des vacances : à votre tour, votre temps s'arrête. Sans option : les jours restants.
summary-vacation-days = pour combien de jours dès maintenant, par exemple 7 ; ou fin, pour rentrer plus tôt
summary-vacation-until = jusqu'à quel jour, par exemple 2026-12-24
example-vacation = /vacation jours:7
option-days = jours
option-until = jusque
choice-end = fin
expected-days = un nombre de jours de 1 à { $most }, ou fin
expected-date = un jour comme 2026-12-24
completion-days = { $days ->
    [one] { $days } jour de vacances
   *[other] { $days } jours de vacances
}
completion-vacation-end = rentrer de vacances

vacation-none = Vous n'êtes pas en vacances. /vacation jours:7 les commence : à votre tour, votre temps s'arrête.
# $until is a moment such as "in 7 days".
vacation-until = Vous êtes en vacances, retour : { $until }. /vacation fin y met fin plus tôt. Vous pouvez toujours jouer.
vacation-still = D'ici là, votre temps s'arrête dans les parties d'ici qui laissent au moins un jour pour jouer, et vous n'y recevez pas de rappels. Ailleurs, il peut y avoir moins de jours.
# The bot uses this in direct messages, which belong to no server.
vacation-still-elsewhere = D'ici là, votre temps s'arrête dans les parties qui laissent au moins un jour pour jouer, pendant autant de jours que le permet le lieu de la partie, et vous n'y recevez pas de rappels.
# The server gives fewer days of vacation than the player takes.
vacation-still-here = Ici, votre temps s'écoule de nouveau à partir de : { $until }. Il ne vous restera alors plus de jours.
vacation-not-here = Ici, votre temps continue de s'écouler : il ne vous reste plus de jours.
vacation-ended = Bon retour. À votre tour, votre temps s'écoule de nouveau.
# $taken and $left are numbers of days.
vacation-days = Jours de vacances cette année : { $taken } pris, { $left } restants ici. Chaque jour commencé compte.
vacation-days-taken = Jours de vacances cette année : { $taken } pris. Chaque lieu en fixe le nombre : demandez-y combien il vous en reste. Chaque jour commencé compte.
refusal-no-vacation = Vous n'êtes pas en vacances. /vacation jours:7 les commence.
refusal-vacation-date = Des vacances se terminent dans l'avenir, et au plus tard dans { $most } jours.

# All readers of a place see these. $until is a moment such as "in 7 days".
board-away = { $name } est en vacances, retour : { $until }. D'ici là, son temps est arrêté.
time-away = { $name } est en vacances, retour : { $until }. D'ici là, son temps est arrêté dans la partie { $id }.
time-back = { $name } est de retour de vacances. Fin du temps dans la partie { $id } : { $until }.
games-away = en vacances, retour : { $until }
