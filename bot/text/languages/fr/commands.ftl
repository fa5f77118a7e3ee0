### These texts describe and name commands and options, and reject unreadable ones. All languages share the names of
### commands. Each language has its own words for options and values; people can write the English ones too. Quotes mark text
### that a person wrote.

## The bot explains with these sentences why it cannot read a command.

command-empty = Il n'y a pas de commande dans votre message. /help donne la liste de ce que je sais faire.
command-too-long = C'est trop long pour une commande : je lis { $most } caractères au plus.
command-unknown = Je ne connais pas la commande « { $name } ». /help donne la liste de toutes les commandes.
command-unknown-nearest = Je ne connais pas la commande « { $name } ». Vouliez-vous dire /{ $nearest } ? /help donne la liste de toutes les commandes.
command-unknown-option = /{ $command } n'a pas d'option « { $name } ». Ses options : { $known }.
command-no-options = /{ $command } n'a pas d'option « { $name } » : cette commande n'a aucune option.
command-surplus = « { $word } » est de trop pour /{ $command }. Voir /help { $command }.
command-unnamed = Je ne sais pas à quoi sert « { $text } ». Écrivez { $meant }.
command-unnamed-person = Je ne sais pas à quoi sert « { $text } ». Écrivez { $meant }. Si c'est le nom de quelqu'un, écrivez @{ $text }.
command-twice = L'option { $option } apparaît deux fois. Donnez-la une seule fois.
command-missing = Il manque à /{ $command } l'option { $option }. Par exemple : { $example }
# $flaws consists of sentences.
command-bad-options = { $flaws } Voir /help challenge.
command-bad = « { $text } » n'est pas une valeur valable de l'option { $option }. Valeurs possibles : { $expected }.
command-bad-empty = L'option { $option } est vide. Valeurs possibles : { $expected }.

## These phrases describe the values of an option; $expected above holds one.

expected-side = blancs, noirs ou hasard ; un nom qui contient des espaces s'écrit entre guillemets droits, par exemple "Ann Lee"
expected-time = un temps par tour de 10m à 14d, comme 1d ; ou pour la partie et chaque tour, comme 3d+12h ; ou aucun ; ou sur la page de 1+0 à 60+30, comme 5+3 : 5 minutes, et 3 secondes après chaque tour
expected-quiet = deux heures de la journée, comme 22-7, ou aucun
expected-zone = un fuseau horaire comme Europe/Paris ou UTC
# $changing and $fixed are time zones. The clocks of $fixed show the same time all year.
expected-zone-either = { $changing }, ou { $fixed } si vos horloges ne changent pas en été
expected-zone-place = le fuseau horaire d'un lieu, comme Europe/Paris, pour que les rappels suivent vos horloges quand elles changent en été
expected-match = les cinq caractères qui nomment la partie, par exemple 4kq0z
expected-number = un nombre, par exemple 2

## The bot rejects options of a variant with these sentences.

flaw-options-too-long = Les options peuvent compter { $most } caractères au plus.
flaw-no-such-option = { $variant } n'a pas d'option « { $name } » ; options possibles : { $known }.
flaw-no-options = { $variant } n'a pas d'option « { $name } », ni aucune autre.
flaw-no-such-value = { $variant } : l'option { $option } n'accepte pas « { $value } » ; valeurs possibles : { $known }.
flaw-option-twice = L'option { $option } est donnée deux fois.
flaw-unreadable = Je ne peux pas lire ces options.

## A sentence describes each command, and a phrase below it describes each of its options. Each has at most 100 characters.

summary-challenge = Défier quelqu'un, ou qui veut, à une partie dans ce salon.
summary-challenge-variant = les règles à jouer ; sans cela, toutes sont proposées
summary-challenge-opponent = qui défier ; sans cela, le défi est ouvert à tous
summary-challenge-color = le camp que vous voulez : blancs, noirs ou hasard
summary-challenge-options = les options de la variante, par exemple objects=open
summary-challenge-time = le temps par tour, comme 1d, ou pour la partie et chaque tour, comme 3d+12h
summary-challenge-rated = oui, si le résultat doit changer le classement des deux joueurs
summary-challenge-open = oui, si quiconque connaît son code peut le relever d'ailleurs
summary-move = Jouer un coup, ou le choisir pas à pas.
summary-move-confirm = oui, pour jouer sans nouvelle question un coup qui perd tout de suite
summary-plan = Prévoir des réponses jouées aussitôt ; vous seul voyez votre plan.
summary-plan-moves = un coup adverse, votre réponse, et ainsi de suite ; effacer : annuler ; rien : voir le plan
summary-plan-clear = pour annuler votre plan
summary-why = Expliquer pourquoi un coup est illégal, ou ce qu'il ferait.
summary-board = Montrer de nouveau l'échiquier à tout le salon.
summary-view = Montrer votre propre vue de l'échiquier ; personne d'autre ne voit la réponse.
summary-resign = Abandonner une partie.
summary-resign-match = quelle partie
summary-resign-confirm = oui, pour abandonner sans nouvelle question
summary-draw = Proposer nulle, ou accepter la nulle proposée.
summary-takeback = Demander de revenir sur votre dernier coup, ou accepter la demande de l'adversaire.
summary-pause = Proposer une pause, l'accepter, ou reprendre la partie.
summary-offer-match = dans quelle partie
summary-rematch = Défier votre dernier adversaire pour la revanche, couleurs échangées, ou l'accepter.
summary-rematch-match = de quelle partie ; sans cela, de votre dernière
summary-join = Relever un défi, même venu d'ailleurs si vous connaissez son code.
summary-join-match = le code du défi, par exemple 4kq0z
summary-follow = Être mentionné une fois à la fin d'une partie d'autres joueurs, ou l'annuler.
summary-follow-match = quelle partie ; sans cela, la seule que d'autres jouent ici
summary-block = Ne plus recevoir les défis de quelqu'un, qui ne l'apprend qu'en vous défiant.
summary-block-person = la personne dont vous ne voulez plus de défis
summary-unblock = Recevoir de nouveau les défis de quelqu'un, ou voir qui vous bloquez.
summary-unblock-person = la personne dont vous voulez de nouveau les défis ; sans cela, la liste
summary-games = Donner la liste de vos parties et dire à qui de jouer.
summary-profile = Montrer vos classements et vos dernières parties classées, ou ceux de quelqu'un d'autre.
summary-profile-person = de qui ; les vôtres si ce n'est pas indiqué
summary-leaderboard = Lister les meilleurs joueurs selon leur classement.
summary-leaderboard-variant = dans quelle variante ; dans toutes si ce n'est pas indiqué
summary-history = Donner la liste des coups d'une partie.
summary-history-eyes = après la fin : toute la partie comme blancs, noirs ou tous l'ont vue, ou tout
summary-replay = Recevoir une partie en image animée.
summary-replay-match = quelle partie
summary-replay-eyes = après la fin : comme blancs, noirs ou tous l'ont vue, ou tout
summary-review = Voir où une partie terminée a basculé.
summary-review-match = quelle partie ; votre dernière par défaut
summary-export = Recevoir une partie enregistrée, en fichier texte.
summary-verify = Vérifier que les dés d'une partie terminée étaient honnêtes.
summary-verify-match = de quelle partie ; sans cela, votre dernière
summary-settings = Choisir l'aspect de vos propres vues de l'échiquier, et votre langue.
summary-settings-bottom = le camp en bas : mien, blancs ou trait
summary-settings-theme = les couleurs : habituel, clair, sombre, contraste ou impression
summary-settings-pictures = les images : normal, grand ou texte
summary-settings-language = la langue dans laquelle je vous réponds
summary-settings-letters = les lettres des pièces : anglaises ou locales
summary-settings-confirm = oui, pour confirmer chacun de vos coups
summary-reminders = Choisissez vos rappels de temps, et si les messages de vos parties vous mentionnent.
summary-reminders-by = par message privé, par une mention sans son, ou désactivé
summary-reminders-quiet = les heures sans rappel, comme 22-7, ou aucun
summary-reminders-zone = votre fuseau horaire, comme Europe/Paris
summary-reminders-bells = si les messages de vos parties vous mentionnent : activé ou désactivé
summary-rules = Ouvrir le manuel : règles d'une variante, pièces, exemples et exercices.
summary-rules-variant = la variante ; sans cela, la liste des variantes
summary-rules-topic = une pièce, un objet, un effet ou une règle ; sans cela, un aperçu
summary-rules-here = oui, pour dire ce que la page signifie sur l'échiquier de votre partie
summary-rules-picture = quelle image de la page montrer : 2 pour la deuxième
summary-rules-move = votre réponse à un exercice, par exemple c2c4
summary-rules-match = avec ici : dans quelle partie, si vous en jouez plusieurs dans ce salon
summary-doctor = Vérifier ce qui fonctionne pour vous ici, et dire que faire du reste.
summary-help = Donner la liste des commandes, ou en expliquer une.
summary-help-command = la commande à expliquer
# Several commands share these descriptions of options.
summary-any-move = le coup : cases (e2g4) ou notation courte (Nf3)
summary-any-match-in = dans quelle partie, si vous en jouez plusieurs ici
summary-any-match-of = de quelle partie

## /help and refusals show these examples of commands.

example-challenge = /challenge berolina @Ann couleur:blancs
example-move = /move e2g4
example-plan = /plan e7g5 Nf3
example-why = /why e2e4
example-join = /join 4kq0z
example-block = /block @Ann
example-settings = /settings couleurs:sombre
example-reminders = /reminders par:mention silence:22-7 fuseau:Europe/Paris
example-rules = /rules baroque pincer
example-help = /help challenge

## An option has a name of lower-case letters. No other option of the same command has that name in any language.

option-variant = variante
option-opponent = adversaire
option-person = personne
option-color = couleur
option-options = options
option-rated-match = classée
option-open = ouvert
option-time = temps
option-by = par
option-quiet = silence
option-zone = fuseau
option-move = coup
option-moves = coups
option-match = partie
option-confirm = confirmer
option-eyes = vue
option-bottom = bas
option-theme = couleurs
option-pictures = images
option-language = langue
option-letters = lettres
option-topic = sujet
option-here = ici
option-picture = image
option-command = commande

## An option takes these words as values. The same rules apply to them.

choice-random = hasard
choice-white = blancs
choice-black = noirs
choice-everybody = tous
choice-everything = tout
choice-yes = oui
choice-no = non
choice-own = mien
choice-mover = trait
choice-usual = habituel
choice-none = aucun
choice-clear = effacer
choice-private = privé
choice-mention = mention
choice-off = désactivé
choice-light = clair
choice-dark = sombre
choice-high-contrast = contraste
choice-print = impression
choice-normal = normal
choice-large = grand
choice-text = texte
choice-english = anglaises
choice-local = locales

# A person writes one of these words for a match without ratings. Blanks separate them, and no option has such a name.
words-unrated = amicale amical

## Completion suggests a word with its meaning while a person types.

completion = { $word } — { $what }
completion-default = { $word } (par défaut) — { $what }
# Completion names a challenge with this.
completion-challenge = défi de { $name }
completion-topic = { $title } ({ $names })
# $move is in short notation, $piece is the piece that moves: "Nc3 (long leaper)".
completion-move = { $move } ({ $piece })
completion-match = { $players } ({ $variant })
# $count is the number of suggestions that are not shown.
completion-more = … et { $count } de plus : continuez à taper
