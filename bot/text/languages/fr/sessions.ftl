### The bot signs accounts in on the public web page with these texts.

button-play-on-page = Jouer sur l'échiquier
button-end-sessions = Se déconnecter partout

link-given = Le lien ci-dessous vous connecte à l'échiquier dans votre navigateur. Il fonctionne une seule fois, pendant cinq minutes, et il n'est que pour vous.
link-given-posted = L'échiquier est publié à nouveau.
link-given-before = Vous avez déjà reçu ce lien, et je ne le montre pas deux fois. Tapez /board pour en obtenir un autre.
page-link-over = Ce lien ne fonctionne plus : un lien fonctionne une seule fois, pendant cinq minutes. Dans votre messagerie, appuyez sur « Jouer sur l'échiquier » ou tapez /board pour en obtenir un autre.
refusal-no-page = Ma page web n'est pas ouverte au public, donc je n'ai pas de lien vers elle.

# Each line of $list is a session-line.
mydata-sessions = Vous êtes connecté à la page web :
    { $list }
session-line = { $account } depuis { $since }, dernière utilisation { $used }
done-sessions-ended = Vous êtes déconnecté de la page web partout.

page-enter-title = Connexion
page-enter-lead = Ce lien vous connecte pour jouer avec votre propre compte. Il fonctionne une seule fois.
page-enter-looking = Un instant…
page-enter-not-you = Si ce n'est pas vous, fermez cette page : le lien appartient à quelqu'un d'autre.
page-enter-no-script = La connexion a besoin de JavaScript.
page-signed-in = Connecté comme { $name }
page-sessions = Vos sessions
page-session-since = depuis { $since }, dernière utilisation { $used }
page-session-here = ce navigateur
page-session-end = Se déconnecter
page-sessions-none = Vous n'êtes connecté avec aucun compte. Dans votre messagerie, appuyez sur « Jouer sur l'échiquier » ou tapez /board.
