### /settings server lets a manager configure a server: a Discord server, a Matrix room, or the whole page.

summary-server = Pour qui gère ce lieu : où et comment on y joue.
summary-server-channels = où les parties commencent : ici, ailleurs (plus ici) ou partout
summary-server-threads = si chaque partie a un fil : activé ou désactivé
summary-server-bells = si les messages d'une partie préviennent ses joueurs : activé ou désactivé
summary-server-boards = si une partie a un seul message avec son échiquier, ou un par coup : un ou plusieurs
summary-server-time = le temps des défis qui n'en disent rien : 1d, 3d+12h ou aucun
summary-server-forfeit = si le joueur qui n'a plus de temps perd aussitôt : activé ou désactivé
summary-server-language = la langue de ce que tout le monde lit ici
summary-server-rated = si les parties comptent pour le classement sans mention contraire : activé ou désactivé
summary-server-challengers = qui peut défier : tous ou gérants
summary-server-vacation = combien de jours de vacances un joueur a par an, par exemple 21
summary-server-daily = si ce salon reçoit un problème chaque jour : activé ou désactivé
summary-server-web = si la page web affiche les parties qui commencent désormais : affiché ou masqué
summary-server-widget = si un widget montre l'échiquier de chaque nouvelle partie : activé ou désactivé

example-server = /settings server fils:désactivé temps:3d

option-channels = salons
option-threads = fils
option-bells = notifications
option-boards = échiquiers
option-forfeit = forfait
option-rated = classement
option-challengers = défieurs
option-vacation = vacances
option-web = web
option-widget = widget

choice-on = activé
choice-here = ici
choice-elsewhere = ailleurs
choice-everywhere = partout
choice-managers = gérants
choice-one = un
choice-each = plusieurs
choice-listed = affiché
choice-unlisted = masqué

expected-vacation = un nombre de jours de 0 à { $most }

server-head = Les réglages de ce serveur. Les parties en cours gardent leur temps, leurs vacances, leur langue et ce qui suit la fin du temps :
server-head-room = Les réglages de ce salon. Les parties en cours gardent leur temps, leurs vacances, leur langue et ce qui suit la fin du temps :
# A menu has this label.
server-menu = Changer…
# /doctor puts one of these above the settings, for all people.
server-told = Choisi pour ce serveur :
server-told-room = Choisi pour ce salon :

server-topic-channels = Salons des parties
server-topic-threads = Fils
server-topic-bells = Notifications
server-topic-boards = Échiquiers
server-topic-time = Temps habituel
server-topic-forfeit = À la fin du temps
server-topic-language = Langue
server-topic-rated = Classement
server-topic-challengers = Qui peut défier
server-topic-vacation = Vacances
server-topic-daily = Problème du jour dans ce salon
server-topic-web = Page web
server-topic-widget = Échiquier à côté des messages

server-channels-here = ajouter ce salon aux salons autorisés
server-channels-elsewhere = retirer ce salon des salons autorisés
server-channels-everywhere = tous
server-threads-on = un pour chaque partie, si j'en ai la permission
server-threads-off = aucun
server-bells-on = les messages d'une partie préviennent ses joueurs, sauf s'ils ont choisi autrement
server-bells-off = les messages d'une partie ne préviennent personne
server-boards-one = un seul message avec l'échiquier, qui change à chaque coup, là où la plateforme le permet
server-boards-each = un message avec l'échiquier à chaque coup
server-forfeit-on = le joueur perd aussitôt
server-forfeit-off = l'adversaire peut réclamer le gain
server-language-usual = celle de ce lieu, si possible
server-rated-on = les parties comptent, sauf si le défi dit le contraire
server-rated-off = les parties ne comptent pas, sauf si le défi dit le contraire
server-challengers-everybody = tous
server-challengers-managers = seulement ceux qui gèrent le serveur
server-challengers-managers-room = seulement ceux qui gèrent le salon
server-daily-on = chaque jour à neuf heures du matin
server-daily-off = aucun
server-web-listed = l'accueil affiche les parties de tous les salons, même privés, qui commencent désormais, tant qu'elles durent
server-web-unlisted = les parties ne sont pas affichées ; leurs liens les montrent toujours
server-widget-on = un widget montre l'échiquier de chaque nouvelle partie
server-widget-off = un widget ne montre un échiquier qu'après /board
server-vacation = { $days ->
    [0] aucune
    [one] { $days } jour par an pour chaque joueur
   *[other] { $days } jours par an pour chaque joueur
}

refusal-no-server = Il n'y a rien à gérer ici. Utilisez /settings server dans le lieu que vous gérez.
refusal-manage-discord = Seuls ceux qui ont la permission Gérer le serveur voient et changent les réglages de ce serveur. /doctor les montre à tout le monde.
refusal-manage-matrix = Seuls ceux qui ont un niveau de pouvoir d'au moins 50 voient et changent les réglages de ce salon. /doctor les montre à tout le monde.
refusal-manage-page = Seule la première personne entrée sur cette page peut voir et changer ses réglages. /doctor les montre à tout le monde.
refusal-which-channel = Demandez-le dans le salon voulu : ici, je ne sais pas duquel il s'agit.
refusal-last-channel = C'est le seul salon où les parties peuvent commencer. Autorisez-en d'abord un autre, ou choisissez salons:partout.
refusal-all-channels = Les parties peuvent commencer dans tous les salons. Pour exclure celui-ci, écrivez salons:ici dans chacun des autres.
refusal-one-room = Dans un salon, les parties y commencent et chaque coup est affiché : ni salons ni échiquiers ne se choisissent ici.
refusal-widget-room = Seuls les salons de Matrix ont des widgets.
refusal-widgets-off = L'exploitant a désactivé les widgets. Tapez /board pour obtenir un lien vers l'échiquier dans votre navigateur.
refusal-too-many-channels = On peut choisir au plus { $most } salons. Avec salons:partout, les parties peuvent commencer dans tous.
refusal-not-in-channel = Les parties ne peuvent pas commencer dans ce salon. Elles le peuvent dans { $channels }.
refusal-not-in-that-channel = Les parties ne peuvent pas commencer dans { $channel }, où cette partie s'est jouée. Elles le peuvent dans { $channels } : ouvrez-y un nouveau défi avec /challenge.
refusal-managers-challenge = Ici, seuls ceux qui gèrent le lieu peuvent défier. Vous pouvez toujours accepter des défis.
