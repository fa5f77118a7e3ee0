### The bot signs accounts in on the public web page with these texts.

button-play-on-page = Jouer sur l'échiquier
button-open-here = Ouvrir ici
button-end-sessions = Se déconnecter partout

sign-in-link-given = Le lien ci-dessous vous connecte à l'échiquier dans votre navigateur. Il fonctionne une seule fois, pendant cinq minutes, et il n'est que pour vous : qui l'ouvre en premier joue à votre place.
sign-in-link-posted = L'échiquier est publié à nouveau.
sign-in-link-before = Vous avez déjà reçu ce lien, et je ne le montre pas deux fois. Tapez /board pour en obtenir un autre.
page-link-over = Ce lien ne fonctionne plus : un lien fonctionne une seule fois, pendant cinq minutes. Dans votre messagerie, appuyez sur « Jouer sur l'échiquier » ou tapez /board pour en obtenir un autre.
refusal-no-page = Ma page web n'est pas ouverte au public, donc je n'ai pas de lien vers elle.
refusal-not-at-home = Pour votre sécurité, faites cela dans { $platform }, pas sur la page web.

# Each line of $list is a session-line.
mydata-sessions = Vous êtes connecté à la page web :
    { $list }
session-line = { $account } depuis { $since }, dernière utilisation { $used }
done-sessions-ended = Vous êtes déconnecté de la page web partout.
# The bot sends one of these when a session begins. $since is a time.
session-told = Vous vous êtes connecté à la page web ({ $since }). Si ce n'était pas vous, déconnectez-vous partout.
session-told-match = Vous vous êtes connecté à la page web ({ $since }), pour la partie { $id }. Si ce n'était pas vous, déconnectez-vous partout.

page-enter-title = Connexion
page-enter-lead = Ce lien vous connecte pour jouer avec votre propre compte. Il fonctionne une seule fois.
page-loading = Un instant…
page-enter-not-you = Si ce n'est pas vous, fermez cette page : le lien appartient à quelqu'un d'autre.
page-enter-no-script = La connexion nécessite JavaScript.
page-signed-in = Connecté en tant que { $name }
page-sessions = Vos sessions
page-session-since = depuis { $since }, dernière utilisation { $used }
page-session-here = ce navigateur
page-session-frame = dans un autre programme
page-session-end = Se déconnecter
page-sessions-none = Vous n'êtes connecté avec aucun compte. Dans votre messagerie, tapez /board ou appuyez sur « Jouer sur l'échiquier ».

page-discord-sign-in = Se connecter avec Discord
page-discord-over = Discord ne vous a pas connecté. Recommencez : revenez en arrière et appuyez sur « Se connecter avec Discord ».
page-discord-refuses = Discord refuse cette page en ce moment, donc personne ne peut se connecter avec lui. Le journal dit pourquoi à l'exploitant. Utilisez « Jouer sur l'échiquier » dans votre messagerie.
page-discord-unreachable = Discord ne répond pas en ce moment. Réessayez dans une minute, ou utilisez « Jouer sur l'échiquier » dans votre messagerie.

# In a frame of Discord or of a Matrix client.
page-frame-over = Vous n'êtes plus connecté ici. Fermez cet échiquier et rouvrez-le depuis votre messagerie.
page-activity-elsewhere = Discord ne dit pas que vous êtes dans cette Activité. Fermez-la et appuyez de nouveau sur « Ouvrir ici » sous un échiquier.
page-activity-title = L'échiquier dans Discord
page-activity-outside = Cet échiquier s'ouvre dans Discord : appuyez là sur « Ouvrir ici » sous un échiquier.
page-activity-over = Discord n'a pas ouvert l'échiquier. Fermez l'Activité et appuyez de nouveau sur « Ouvrir ici ».

# In a frame of a Matrix client. The button “Try again” is below.
page-widget-watch = Regarder sans se connecter
page-widget-blocked = Votre client Matrix n'a pas dit qui vous êtes. Autorisez-le à communiquer votre identité à l'échiquier, et réessayez.
page-widget-outside = Cette page est un widget de Matrix. Ouvrez-la dans un salon, avec un client comme Element.
page-widget-over = Cette preuve de votre compte a expiré ou a déjà servi. Réessayez.
page-widget-server = Les comptes de { $server } ne peuvent pas se connecter ici. Tapez /board dans une conversation avec moi pour obtenir un lien.
page-widget-unreachable = Je ne peux pas demander à { $server } qui vous êtes en ce moment. Réessayez dans une minute, ou tapez /board dans une conversation avec moi pour obtenir un lien.
