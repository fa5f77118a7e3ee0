### These texts describe a position in words: below a board, and as the alternative text of its picture.

## The status names the side that decides next, without a final dot. $player is "Ann (Blancs)".

status-move = { $player_number ->
    [plural] Aux
   *[other] À
} { $player } de jouer
status-move-check = { $player_number ->
    [plural] Aux
   *[other] À
} { $player } de jouer, roi en échec
status-move-again = { $player_number ->
    [plural] Aux
   *[other] À
} { $player } de jouer encore une fois
status-move-again-check = { $player_number ->
    [plural] Aux
   *[other] À
} { $player } de jouer encore une fois, roi en échec
status-king-place = { $player_number ->
    [plural] Aux
   *[other] À
} { $player } de placer le roi
status-lost-piece = { $player_number ->
    [plural] Aux
   *[other] À
} { $player } de nommer la pièce perdue en { $square }
status-swap = { $player_number ->
    [plural] Aux
   *[other] À
} { $player } d'échanger deux pièces
status-drop-place = { $player_number ->
    [plural] Aux
   *[other] À
} { $player } de poser { $piece }
status-promotion = { $player_number ->
    [plural] Aux
   *[other] À
} { $player } de promouvoir le pion qui va de { $from } à { $to }
status-chance = C'est au hasard de décider

## The alternative text of a picture consists of these sentences.

alt-head = { $variant } : { $white } contre { $black }. { $status }.
alt-turn = Coup { $number } : { $turn }.
alt-at-hand = { $color }, { $things }.
alt-frozen = Pièces gelées : { $squares }.
alt-unseen = L'autre camp ne voit pas : { $squares }.
alt-pieces = { $color } : { $things }.
# $things lists pieces like this: "tours a1 h1".
alt-piece = { $piece } { $squares }
alt-no-pieces = { $color } : aucune pièce.
alt-objects = Objets : { $things }.
# A diagram has several boards. $name is the name of one of them.
alt-board = { $name } : { $board }
# The alternative text names a mark of a diagram with its squares: "Slide: e5 e6."
alt-mark = { CAPITAL($mark) } : { $squares }.
alt-arrows = Flèches : { $arrows }.
alt-arrow = de { $from } à { $to }
alt-before-after = Avant : { $before } Après : { $after }

## The alternative text names the squares that a picture highlights.

hints-chosen = Pièce choisie : { $square }.
hints-targets = Elle peut aller en { $squares }.
hints-to-choose = Au choix : { $squares }.
hints-causes = Ce qui empêche le coup : { $squares }.

## A side has a reserve or powers: "réserve : dame, 2 tours", "pouvoirs : carapace disponible".

hand-reserve = réserve : { $pieces }
board-lead = Avance : { $pieces }
hand-reserve-empty = réserve : vide
hand-powers = pouvoirs : { $powers }
power-shell-ready = carapace disponible
power-shell-used = carapace utilisée
power-stealth-ready = coup furtif disponible
power-stealth-used = coup furtif utilisé

## The legend of a text board explains its signs.

legend-object = { $sign } { $object }
legend-frozen = * pièce gelée
legend-unseen = ~ invisible pour l'autre camp

## A line explains the signs that a picture has: "Key: ? = undefined piece; beside the names = reserve."

signs = Légende : { $signs }.
sign-undefined = ? = pièce indéfinie
sign-reserve = à côté des noms = réserve
sign-frozen = glace = gelée
sign-unseen = cadre en tirets = invisible pour l'autre camp
sign-gone = pâle = retiré par le dernier coup
sign-steps = numéros = étapes du dernier coup
sign-powers = carapace, masque = pouvoirs restants (barré = utilisé)
