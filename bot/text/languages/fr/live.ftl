### La page d'une partie montre ces textes. « Vous » est le lecteur.

## L'état de la partie, sans point final.

live-turn = À vous de jouer
live-check = À vous de jouer : votre roi est en échec
live-turn-again = À vous de jouer encore une fois
live-check-again = À vous de jouer encore une fois : votre roi est en échec
live-king-place = À vous : placez votre roi
live-lost-piece = À vous : nommez la pièce que vous avez perdue en { $square }
live-swap = À vous : échangez deux pièces, les vôtres ou celles de votre adversaire
live-drop-place = À vous : posez { $piece }
live-promotion = À vous : choisissez la promotion en { $square }
live-their-turn = Au tour de { $name }
live-thinking = { $name } réfléchit…
live-paused = En pause : aucune pendule ne tourne

## Les camps d'un défi. $name est son auteur.

live-sides-random = Les camps sont tirés au sort.
live-side-own = Vous aurez les { $color }.
live-side = { $name } aura les { $color }.

## L'échiquier nomme les options de la partie à son début.

live-option = { $what } : { $meaning }.

## Le résultat en peu de mots.

live-won = Vous avez gagné
live-lost = Vous avez perdu
live-wins = Victoire de { $name }
live-drawn = Partie nulle
live-aborted = Partie annulée
live-unmoved = { $name } n'a pas joué à temps. La partie ne compte pas.
live-unmoved-own = Vous n'avez pas joué à temps. La partie ne compte pas.
live-deleted = Une personne a supprimé ses données. La partie ne compte pas.

## Les boutons portent ces textes.

live-takeback = Reprendre le coup
live-pause = Pause
live-cancel = Annuler

## Les propositions entre deux joueurs. $name est l'autre joueur.

live-draw = { $name } vous propose nulle.
live-draw-own = Vous avez proposé nulle. En attente de { $name }…
live-pause-offer = { $name } souhaite une pause. Aucune pendule ne tourne pendant une pause.
live-pause-own = Vous avez proposé une pause. En attente de { $name }…
live-takeback-offer = { $name } voudrait reprendre { $moves }.
live-takeback-own = Vous avez demandé de revenir en arrière. En attente de { $name }…
live-rematch = { $name } veut une revanche.
live-rematch-own = Vous avez proposé une revanche. En attente de { $name }…
live-challenge = { $challenger } vous défie
live-challenge-open = { $challenger } cherche un adversaire
live-challenge-other = { $challenger } défie { $opponent }
live-challenge-own-open = En attente d'un adversaire…
live-challenge-start = Tout est prêt
live-waiting = En attente de { $name }…

## Les scripts de la page montrent ces textes.

page-board-skip = Aller à l'échiquier
page-board-more = Plus
page-board-hold = Gardez le doigt ou la souris sur une pièce pour lire comment elle se déplace.
page-board-draw-offer-ask = Proposer la nulle ?
page-board-draw-accept-ask = Accepter la nulle ? La partie se termine aussitôt.
page-board-draw-yes = Accepter la nulle
page-board-not-now = Pas maintenant
page-board-new-game = Nouvelle partie
page-board-rematch-begun = La revanche a commencé.
page-board-result = Résultat
page-board-declined = Votre adversaire a refusé.

live-in-channel = Dans un salon sur { $platform }
live-in-room = Dans une salle sur { $platform }
live-in-direct = En messages privés sur { $platform }
