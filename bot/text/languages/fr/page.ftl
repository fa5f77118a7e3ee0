### The local page shows these texts of its own.

## The frame of the chat and the form to sign in show these.

page-title = Oddboard, en local
page-description = Oddboard : des variantes d'échecs insolites, contre le programme ou un ami.
page-no-script = La discussion a besoin de JavaScript. Sans lui, vous pouvez lire le manuel et regarder des parties.
page-intro = Des variantes d'échecs insolites, arbitrées dans une messagerie.
page-welcome-back = Bon retour parmi nous
page-somebody-new = Ou prenez un nouveau nom
page-your-name = Choisissez un nom
page-sign-in = Entrer
page-each-tab = Chaque onglet peut avoir son joueur : ouvrez-en un deuxième pour jouer contre vous-même.
page-new-here = Ces jeux sont nouveaux pour vous ?
page-handbook-link = Leurs règles sont dans le manuel.
page-skip = Aller au champ de message
page-places = Salons et personnes
page-close-places = Fermer la liste des salons
page-channels = Salons
page-direct = Messages privés
page-people = Personnes
page-switch = Changer
page-switch-person = Changer de joueur
page-switch-hint = Jouer sous un autre nom dans cet onglet
page-may-write = Autoriser les messages privés d'Oddboard
page-messages = Messages
page-message = Message
page-send = Envoyer
page-say-help = Tapez une barre oblique pour les commandes. Quand des suggestions s'affichent : les flèches choisissent, Tab insère, Échap ferme.
page-picture = Image
page-close = Fermer

## The chat shows these while people use it. The scripts of the page fill in the arguments.

page-continue-as = Continuer en tant que { $name }
page-forget = Oublier dans ce navigateur
page-forget-name = Oublier { $name } dans ce navigateur
page-forget-ask = Oublier { $name } ? Personne ne pourra plus entrer sous ce nom.
page-stranger = Vous êtes déconnecté. Entrez de nouveau.
page-connecting = Connexion…
page-connected = Connecté
page-late = Pas encore de réponse. Nouvel essai…
page-lost = Connexion perdue. Nouvel essai dans { $seconds } s.
page-told-everybody = Vous avez dit à tout le monde :
page-you-pressed = Vous avez appuyé sur
page-you-wrote = Vous avez écrit
page-you-chose = Vous avez choisi
page-you-said = Vous :
page-unread = { $place }, { $number } non lus
page-people-here = Personnes — { $number } ici
page-is-here = est ici
page-is-away = est absent
page-you = vous
page-empty-direct = Les messages privés d'Oddboard pour vous apparaissent ici. Essayez :
page-empty-channel = Tapez une commande ci-dessous, ou appuyez sur l'une d'elles pour l'y mettre :
page-just-you = Seulement vous et Oddboard
page-welcome = Bienvenue dans { $place }
page-nobody-else = Personne d'autre ici ? Ouvrez cette page dans un deuxième onglet et jouez contre vous-même.
page-about-direct = Vous seul et le bot lisez ceci
page-about-games = Un endroit plus calme pour jouer
page-about-lobby = Se rencontrer, discuter, se défier
page-suggestions = Suggestions
page-suggestions-hint = ↑ ↓ choisir · Tab insérer · Échap fermer
page-hint-direct = À Oddboard, par exemple /help
page-hint-channel = { $place } : message ou /commande
page-message-in = Message dans { $place }
page-messages-in = Messages dans { $place }
page-newest = Derniers messages ↓
page-new-message = 1 nouveau message ↓
page-new-messages = { $number } nouveaux messages ↓
page-new = Nouveau
page-edited = modifié
page-waiting = En attente de la réponse…
page-hint-slash = Si c'était pour Oddboard, commencez par une barre oblique :
page-try-again = Réessayer
page-only-you = Vous seul voyez ceci
page-dismiss = Masquer
page-bot = Bot
page-enlarge = Agrandir
page-missing-picture = L'image n'a pas pu être chargée. Appuyez pour réessayer.
page-actions = Actions
page-today = Aujourd'hui
page-yesterday = Hier
page-unreachable = Oddboard est injoignable. Réessayez quand il sera revenu : cela ne compte qu'une fois.
page-wrong = Quelque chose n'a pas marché.

## The server of the page refuses requests with these reasons.

page-stranger-here = Entrez d'abord.
page-hurry = C'était trop rapide. Attendez un instant et réessayez.
page-slow = C'est arrivé trop tard. Réessayez.
page-bug = Quelque chose s'est cassé dans Oddboard ; son journal dit quoi. Réessayez.
page-stopping = Oddboard s'arrête. Réessayez quand il sera revenu.
page-no-game = Cette partie n'existe pas, ou vous ne pouvez pas la voir.
page-no-board = L'échiquier ne peut pas être dessiné pour l'instant. Rien n'a changé. Réessayez.
page-unstored = Oddboard n'a pas pu lire ou écrire ses données, rien n'est donc confirmé. Réessayez.
page-too-long = C'est bien trop long pour un message ou une commande. Raccourcissez et réessayez.
page-not-understood = La page a envoyé quelque chose qu'Oddboard ne comprend pas. Rechargez-la.
page-nothing = Il n'y a rien ici.
page-not-ours = Ce bouton ou cette entrée ne vient pas d'ici.
page-no-channel = Ce salon n'existe pas. Rechargez la page.
page-bad-id = Un identifiant se compose de 1 à 40 lettres, chiffres et tirets.
page-empty = Le message est vide.
page-long-message = Un message contient au plus { $most } caractères et celui-ci en a { $number }. Raccourcissez-le.
page-picture-gone = Cette image a disparu.
page-no-answer = Oddboard n'a pas répondu à temps. Réessayez : cela ne compte qu'une fois.
page-own-address = Oddboard ne répond qu'à l'adresse { $address }.
page-not-encrypted = Ouvrez { $address }. Si vous voyez ceci à cette adresse, son proxy n'envoie pas X-Forwarded-Proto: https.
page-no-guests = Ici, vous pouvez regarder, apprendre et résoudre des problèmes. Pour jouer, tapez /board dans votre messagerie, ou appuyez sur « Jouer sur l'échiquier ».
page-own-page = Seule la page d'Oddboard peut faire cela ; les autres programmes envoient l'en-tête Origin ou Authorization.
page-name-taken = Le nom { $name }, ou un nom qui lui ressemble, est déjà pris. Si c'est le vôtre, entrez là où vous l'avez choisi. Sinon, choisissez-en un autre.
page-full = Il y a trop de monde ici. Entrez sous un nom que vous avez déjà utilisé.
page-name-empty = Un nom a besoin d'au moins une lettre. Choisissez comment les autres doivent vous appeler.
page-name-long = Ce nom est trop long : au plus { $most } caractères. Choisissez-en un plus court.
page-name-invisible = Ce nom contient des caractères invisibles ou de contrôle. Retapez-le sans eux.
page-name-marks = Ce nom empile des signes sur une lettre, ou commence par un signe. Retapez-le sans eux.
page-name-sign = Un nom ne peut ni contenir de guillemets, ni commencer par @, / ou <@, ni finir par ] : ils ont un autre sens. Enlevez-les.
page-name-bot = { $name } est le nom du bot, ou lui ressemble. Choisissez-en un autre.

## The pages of the handbook show these.

page-rules-title = Le manuel
page-rules-intro = Les règles de quatre variantes d'échecs insolites, pour qui connaît les échecs.
page-rules-contents = Sommaire
page-rules-all = Toutes les variantes
page-rules-missing = Le manuel n'a pas cette page.
page-rules-untold = Règles dont vous n'avez pas besoin pour jouer
page-rules-solution = Solution
page-rules-step = Voir les { $number } images une à une
page-rules-back = Retour à « { $section } »
page-rules-from = De { $square } : { $squares }
page-rules-show = Montrer les coups de :
page-rules-part = Page { $number } sur { $count }
page-rules-before = ← { $section }
page-rules-after = { $section } →
page-rules-pages = Pages
page-rules-play = Jouer cette variante

## The first screen shows these.

page-home-chat = Discussion
page-home-handbook = Manuel
page-home-title = Quatre variantes d'échecs insolites
page-home-lead = Jouez contre Oddboard ou contre un ami. Aucun compte n'est nécessaire.
page-home-no-script = Sans JavaScript vous pouvez lire le manuel. Pour jouer, il faut JavaScript ; rien n'est chargé d'ailleurs.
page-home-picture = { $variant } : une position de partie
page-home-bot = Jouer contre l'ordinateur
page-home-friend = Défier un ami
page-home-learn = Apprendre en jouant
page-home-puzzles = Problèmes
page-puzzle = { $variant } : problème { $number }
page-puzzle-before = ← Problème précédent
page-puzzle-after = Problème suivant →
page-continue = Continuer
page-games = Vos parties
page-game-your-turn = À vous de jouer contre { $name }
page-game-waiting = En attente de { $name }
page-game-challenging = { $name } n'a pas encore accepté
page-game-open = En attente d'un adversaire
page-game-challenged = { $name } vous défie
page-game-paused = En pause, contre { $name }
page-game-copy = Copier le lien
page-game-copied = Lien copié. Envoyez-le à votre adversaire.
page-game-cancel = Annuler
page-playing = Parties en cours
page-playing-names = { $white } – { $black }

## The dialog of a new game shows these.

page-new-opponent = Adversaire
page-new-computer = Ordinateur
page-new-friend = Un ami
page-new-level = Niveau
page-new-color = Votre couleur
page-new-random = Au hasard
page-new-white = Blancs
page-new-black = Noirs
page-new-time = Temps
page-new-rated = Classement
page-new-play = Jouer

## The dialog of settings shows these.

page-settings = Réglages
page-language-usual = Celle du navigateur
page-theme = Thème
page-theme-usual = Système
page-theme-light = Clair
page-theme-dark = Sombre
page-theme-high-contrast = Contraste élevé
page-theme-print = Gris
page-squares = Échiquier
page-squares-slate = Ardoise
page-squares-moss = Mousse
page-squares-walnut = Noyer
page-squares-lagoon = Lagon
page-squares-plum = Prune
page-pieces = Pièces
page-pieces-standard = Classiques
page-pieces-flat = Plates
page-pieces-letters = Lettres
page-sounds = Sons
page-volume = Volume
page-confirm = Demander avant chaque coup
page-notify = M'avertir quand cette page est en arrière-plan
page-push = Avertir cet appareil quand c'est à moi de jouer, même si cette page est fermée
page-push-failed = Ce navigateur ne peut pas être averti : il n'atteint pas son service de notification. Réessayez plus tard.
page-push-off = Cette page n'avertit pas les appareils.
page-push-refused = Cette page ne peut pas utiliser le service de notification de ce navigateur. L'opérateur peut l'autoriser.

## The page of a match and the boards of the handbook show these.

page-board-rules = Règles
page-board-no-script = Il faut JavaScript pour jouer. Voici l'échiquier tel que tous peuvent le voir ; rechargez la page pour voir le coup suivant.
page-board-board = Échiquier
page-board-moves = Coups
page-board-flip = Retourner l'échiquier
page-board-share = Partager
page-board-shared = Copié : { $address }. Toute personne qui a ce lien peut regarder la partie, sans nom.
page-board-gif = Enregistrer en GIF
page-board-gif-private = Seuls ses joueurs peuvent ouvrir cette partie. Vous pouvez l'enregistrer comme animation.
page-board-pin = Garder l'échiquier en vue
page-board-unpin = Remettre l'échiquier en place
page-board-notify-refused = Le navigateur ne permet pas les notifications de cette page. Vous pouvez les permettre dans ses réglages.
page-board-invite = Copiez le lien et envoyez-le à un ami, ou ouvrez-le dans un autre onglet. La partie commence quand quelqu'un accepte.
page-board-eyes = Montrer
page-board-eyes-everything = tout
page-board-eyes-everybody = ce que tous voyaient
page-board-eyes-white = ce que voyaient les Blancs
page-board-eyes-black = ce que voyaient les Noirs
page-board-steps = Parcourir les coups
page-board-first = Première position
page-board-back = Coup précédent
page-board-on = Coup suivant
page-board-last = Dernière position
page-board-grid = Échiquier. Les flèches vont de case en case, Entrée choisit.
page-board-reserve = En réserve
page-board-choose = Choisissez
page-board-choose-promotion = Promouvoir en
page-board-choose-define = Définir la pièce comme
page-board-choose-unseen = Jouer à découvert ou en secret (une fois par partie)
page-board-choose-shell = Jouer ou tirer la carapace (une fois par partie)
page-board-choose-swap = Jouer ou échanger
page-board-choose-drop = Placer une pièce
page-board-choose-lost = Nommer la pièce prise
page-board-cancel = Annuler
page-board-sending = Envoi du coup…
page-board-empty = { $square }, vide
page-board-chosen = case choisie
page-board-target = choix possible
page-board-captures = prend en { $squares }
page-board-cause = interdit le coup
page-board-until = Fin du temps
page-clock-first = premier coup dans les { $seconds } s
page-board-your-turn = À vous de jouer
page-board-review = Analyse
page-board-reviewing = Oddboard analyse la partie…
# $white and $black are expected scores in percent, by the knowledge of the chosen viewer.
page-board-score = Score attendu : Blancs { $white } %, Noirs { $black } %
page-study-try = Essayer sur l'échiquier
page-study-show = Montrer le coup
page-study-again = Recommencer
page-study-next = Suivant
page-learn-step = Étape { $number } sur { $count }
page-learn-over = C'était votre première partie. À vous d'en jouer une.
page-board-open = Ouvrir la partie
page-board-talk = Discussion : { $place }
page-board-talk-empty = Rien n'a encore été dit ici.
page-board-earlier = Vous regardez une position antérieure.
page-board-return = Retour à la partie
page-board-mistake = erreur
page-board-blunder = gaffe
# $move is the last move in short notation.
page-board-course = Cours de la partie. Les flèches parcourent les coups.
page-board-course-at = { $move } : Blancs { $white } %, Noirs { $black } %
page-board-talk-sign-in = Entrez pour lire la discussion de cette partie et y écrire
page-board-plan = coup prévu
page-board-planned = Coup prévu : de { $from } à { $to }. Il sera joué à votre tour. Appuyez sur Échap ou sur une case pour l'annuler.

## The analysis board shows these. $line is a list of moves in short notation.

page-analysis-title = Échiquier d'analyse
page-analysis-no-script = L'échiquier d'analyse a besoin de JavaScript. Sans lui, vous pouvez lire le manuel et regarder des parties.
page-analysis-open = Analyser
page-analysis-engine = Moteur
page-analysis-who = Le moteur calcule pour chacun à son tour, il demande donc qui vous êtes.
page-analysis-thinking = Oddboard réfléchit…
page-analysis-copy = Copier la position
page-analysis-copied = Copié.
page-analysis-refused = Le navigateur ne permet pas de copier. Copiez le texte ici : { $text }
page-analysis-edit = Modifier la position
page-analysis-pieces = Pièces
page-analysis-place = Appuyez sur une pièce, puis sur des cases. Appuyez encore sur la même case pour la vider.
page-analysis-eraser = Gomme
page-analysis-empty = Vider l'échiquier
page-analysis-turn = Trait
page-analysis-variant = Variante
page-analysis-position = Position en texte (vide pour la position de départ)
page-analysis-variation = Variante de la partie
page-analysis-best = Meilleure ligne : { $line }
