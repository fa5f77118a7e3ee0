### The bot posts these sentences to a channel, or sends them to players in direct messages. $id is the id of a match.

## A challenge has one of the first lines, then separate lines below it.

challenge-random = { $challenger } défie { $opponent } à { $variant }. Les camps sont tirés au sort.
challenge-side = { $challenger } défie { $opponent } à { $variant }. { $challenger } aura les { $color }.
challenge-anybody-random = { $challenger } lance un défi ouvert à tous : une partie de { $variant }. Les camps sont tirés au sort.
challenge-anybody-side = { $challenger } lance un défi ouvert à tous : une partie de { $variant }. { $challenger } aura les { $color }.
challenge-rematch = { $challenger } défie { $opponent } pour la revanche de la partie { $id }, { $variant }. Cette fois, { $challenger } aura les { $color }.
challenge-declined = { $name } a refusé le défi.
challenge-declined-told = { $challenger }, { $name } a refusé votre défi { $id }.
challenge-withdrawn = { $name } a retiré le défi.
challenge-lapsed = Personne n'a répondu à temps : le défi n'est plus valable.
challenge-accepted = { $name } a accepté le défi : partie { $id }.
# The bot adds this to an accepted challenge in a place that cannot show the match.
challenge-by-message = Elle se joue en messages privés avec moi.
challenge-moved = Le défi est affiché de nouveau plus bas.
challenge-code = Son code est { $id }. Qui connaît le code peut le relever d'un autre serveur ou d'une autre plateforme : avec /join { $id }, ou en m'écrivant « join { $id } » en message privé.
challenge-code-page = Son code est { $id }. On peut la rejoindre sur la page web : avec /join { $id }, ou sur l'échiquier de la partie.
# The bot uses this instead in a place that cannot show the match; there, the challenge has the button “Accept”.
challenge-code-below = Appuyez sur Accepter, ou relevez le défi d'ailleurs par son code { $id } : avec /join { $id }, ou en m'écrivant « join { $id } » en message privé.
## A draft of a challenge shows these. It lists the variants below the first sentence.

draft-head = Choisissez une variante pour publier le défi.
draft-opponent = Vous défiez { $name }.
draft-anybody = Le défi est ouvert à tous : la première personne qui l'accepte joue.
draft-anybody-name = Le défi est ouvert à tous : la première personne qui l'accepte joue. Pour défier une personne, nommez-la : /challenge @Ann
draft-anywhere = Vous défiez quiconque connaît le code, ici ou ailleurs. Le défi montre le code.
draft-random = Les camps sont tirés au sort.
draft-side = Vous avez les { $color }.
draft-menu-opponent = Adversaire …
draft-menu-side = Couleur …
draft-menu-time = Temps …
draft-entry-anybody = tout le monde
draft-entry-anywhere = qui connaît le code

## The bot posts these with the board of a match.

board-begins = { $variant } : { $white } a les Blancs, { $black } les Noirs.
board-taken-back = Le retour en arrière est accepté, et la partie reprend ici.
# An earlier board shows this line after the match has gone on.
board-settled = Partie { $id } : l'échiquier le plus récent est plus bas.
board-log = Derniers coups : { $moves }
# $board is a link with the text "board".
board-bell = À vous de jouer dans la partie { $id } : { $board }.
# $name has just played $move, in short notation.
board-bell-after = { $name } a joué { $move }. À vous de jouer dans la partie { $id } : { $board }.
# $status is such as "À Ann (Blancs) de jouer".
board-status = { $status } · partie { $id }
board-over = { $status }.
board-turns-left = { $left ->
    [one] Il reste { $left } coup à chaque camp : après le coup { $limit }, la partie est nulle.
   *[other] Il reste { $left } coups à chaque camp : après le coup { $limit }, la partie est nulle.
}
# The thread of a match has this name.
thread-name = { $variant } : { $white } – { $black } ({ $id })
thread-lost = Je ne peux plus écrire dans le fil de cette partie, je continue donc ici.
thread-refused = Je n'ai pas la permission d'ouvrir un fil ici, la partie se joue donc dans le salon. /doctor dit ce qui manque.
channel-lost = Je ne peux plus écrire là où se joue la partie { $id }, je vous écris donc ici, où tout fonctionne comme là-bas. Si vous voyez encore cet endroit, réinvitez-moi ou donnez-moi le droit d'y écrire ; /doctor y montre ce qui manque.
player-left = { $gone } n'est plus là et ne voit plus ce salon. Cette personne peut encore jouer en messages privés avec moi. Sinon, { $other } peut mettre fin à la partie { $id }.
player-left-on-the-clock = { $gone } n'est plus là et ne voit plus ce salon. Cette personne peut encore jouer en messages privés avec moi. Son temps continue de s'écouler.

## The bot posts offers with these. $what is one of the nouns at the end: "nulle", or "la nulle" after its first mention.

draw-offers = { $from } propose nulle à { $to }.
takeback-offers = { $from } demande à { $to } de revenir en arrière : { $moves } serait annulé.
takeback-clocks = Les deux pendules reviendraient aussi en arrière. Le temps que { $from } a pris pour décider reste dépensé, et { $from } n'en aurait pas plus que maintenant.
# The bot adds one of these in a match with secrets. $what is such as "la banane en e4 et la dame en d5".
takeback-reveals = Ce que ces coups ont révélé reste connu : { $what }.
takeback-reveals-nothing = Ces coups n'ont rien révélé de caché.
takeback-dice = Chacun sait toujours ce que ces coups ont appris à lui seul. Les dés ne sont pas relancés : le même coup aura la même issue.
pause-offers = { $from } propose une pause à { $to }. Jusqu'à la reprise par l'un des deux, personne ne peut jouer et aucune pendule ne tourne.
offer-made = { $from } a proposé { $what } à { $to }.
offer-declined = { $name } refuse { $what }.
offer-withdrawn = { $name } retire son offre : { $what }.
pause-agreed = La partie { $id } est en pause : personne ne peut jouer et aucune pendule ne tourne. Chacun des deux peut reprendre, ci-dessous ou avec /pause.
pause-over = La partie { $id } a été en pause.
offer-a-draw = nulle
offer-the-draw = la nulle
offer-a-takeback = un retour en arrière
offer-the-takeback = le retour en arrière
offer-a-pause = une pause
offer-the-pause = la pause

## Buttons have these labels. Each has at most 80 characters, better 20.

button-accept = Accepter
button-decline = Refuser
button-withdraw = Retirer
button-block = Bloquer
button-board = Échiquier
button-rules = Règles
button-move = Jouer
button-offer-draw = Proposer nulle
button-resign = Abandonner
button-accept-draw = Accepter la nulle
button-accept-takeback = Accepter le retour
button-accept-pause = Accepter la pause
button-resume = Reprendre
button-rematch = Revanche
button-replay = Animation
button-review = Analyse
button-dice = Dés
button-sides = Camps
button-record = Partie enregistrée
button-view = Ma vue
button-end = Mettre fin à la partie

## The bot sends these to one player in direct messages. $match is such as "Partie 4kq0z, Berolina contre Ann".

whisper-match = Partie { $id }, { $variant } contre { $opponent }
whisper-settled = { $match } : la vue actuelle se trouve dans un message plus bas.
whisper-your-turn = { $match } : c'est à vous de jouer. Personne d'autre ne voit cet échiquier.
push-your-turn = À vous de jouer ({ $variant }) contre { $name }
whisper-waiting = { $match } : c'est à { $opponent } de jouer. Personne d'autre ne voit cet échiquier.
whisper-won = { $match } : vous avez gagné. L'échiquier montre tout ce qui était caché.
whisper-lost = { $match } : vous avez perdu. L'échiquier montre tout ce qui était caché.
whisper-drawn = { $match } : la partie est nulle. L'échiquier montre tout ce qui était caché.
whisper-aborted = { $match } : la partie est annulée et ne compte pas. L'échiquier montre tout ce qui était caché.
view-not-drawn-after = Je n'ai pas pu dessiner votre vue à l'instant. /view la montre.
view-not-drawn = Je n'ai pas pu dessiner votre vue à l'instant. Rien n'a changé ; réessayez /view.
board-not-drawn = Je n'ai pas pu dessiner l'échiquier à l'instant. Rien n'a changé ; réessayez /board.
replay-not-drawn = Je n'ai pas pu dessiner la partie à l'instant. Rien n'a changé ; réessayez /replay.

## /history and /replay show these.

# $players is such as "Ann (Blancs) – Bob (Noirs)".
players = { $white } – { $black }
history-head = Partie { $id }, { $variant } : { $players }
history-no-moves = Aucun coup n'a été joué.
# $number is the number of a turn: "3." for a turn of White, "3…" for one of Black.
history-taken-back = Retour en arrière : reprise à { $number }
history-not-accepted = Le défi { $id } n'a pas été accepté, il n'y a donc pas de coups.
# $clause becomes a sentence: "Ann (Blancs) gagne par échec et mat."
sentence = { $clause }.
replay-so-far-own = Partie { $id }, { $variant } : { $players }, telle que vous l'avez vue jusqu'ici.
replay-so-far-everybody = Partie { $id }, { $variant } : { $players }, telle que tout le monde l'a vue jusqu'ici.
replay-seat = Partie { $id }, { $variant } : { $players }, telle que les { $color } l'ont vue.
replay-everybody = Partie { $id }, { $variant } : { $players }, telle que tout le monde l'a vue.
replay-truth = Partie { $id }, { $variant } : { $players }, avec tout ce qui s'est passé.
replay-alt = { $steps ->
    [one] Une animation de { $steps } étape. À la fin : { $end }
   *[other] Une animation de { $steps } étapes. À la fin : { $end }
}

## The bot adds these to a list that it cuts off. $count is the number of omitted lines.

more-lines = … et { $count } de plus
more-ways = … et { $count } de plus, sans qu'aucune soit plus probable
more-before = … { $count } de plus auparavant ; le fichier contient tout

## /why describes the effect of a move with these.

# /why begins with this for a move of another player. $told is the rest of the answer.
why-of-other = { $player } a le trait ; voici la réponse de son point de vue : { $told }
why-illegal = « { $text } » est illégal dans la partie { $id } : { $why } (règle : { $law }).
    .at-board = « { $text } » est illégal : { $why }.
# $what is one of the lines below.
why-legal = { $move } est légal dans la partie { $id }. { $what }
    .at-board = { $move } est légal. { $what }
why-too-many = Ce coup peut avoir plus de { $most } issues : trop pour les énumérer.
# $told is such as "cavalier de g1 à f3, prend le pion en f3".
why-does = Ce qui se passe : { $told }.
why-does-known = Ce qui se passe, d'après ce que vous savez : { $told }.
why-ways = Il y a { $count } issues possibles :
why-ways-known = Il y a { $count } issues possibles, d'après ce que vous savez :
why-ways-begin = Il y a { $count } issues possibles. Le début est toujours le même : { $told }. Ensuite :
why-ways-begin-known = Il y a { $count } issues possibles, d'après ce que vous savez. Le début est toujours le même : { $told }. Ensuite :
why-way = { $chance } : { $told }
why-nothing-more = rien de plus
# $squares is such as "c3, e3 ou c5".
why-trail = laisse { $object } en { $squares }
# An egg changes the side of one of several pieces.
why-recolored = la pièce en { $squares } change de camp et rejoint { $owner }
why-chance = { $fraction } ({ $percent } %)
why-chance-small = { $fraction } (moins de 0,1 %)
