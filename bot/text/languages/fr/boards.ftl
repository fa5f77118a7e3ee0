### How a position stands, in words, below a board and for who does not see its picture.

## One line without a final dot. $player is "Ann (Blancs)".

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

## The alternative text of a picture: sentences.

alt-head = { $variant } : { $white } contre { $black }. { $status }.
alt-turn = Coup { $number } : { $turn }.
alt-at-hand = { $color }, { $things }.
alt-frozen = Pièces gelées : { $squares }.
alt-unseen = L'autre camp ne voit pas : { $squares }.
alt-pieces = { $color } : { $things }.
# In the list: "tours a1 h1".
alt-piece = { $piece } { $squares }
alt-no-pieces = { $color } : aucune pièce.
alt-objects = Objets : { $things }.
# A board of several, called $name.
alt-board = { $name } : { $board }
# A mark on a diagram and where it is, such as "Slide: e5 e6.".
alt-mark = { CAPITAL($mark) } : { $squares }.
alt-arrows = Flèches : { $arrows }.
alt-arrow = de { $from } à { $to }
alt-before-after = Avant : { $before } Après : { $after }

## What is pointed out.

hints-chosen = Pièce choisie : { $square }.
hints-targets = Elle peut aller en { $squares }.
hints-to-choose = Au choix : { $squares }.
hints-causes = Ce qui empêche le coup : { $squares }.
hints-threatened = Roi en danger : { $squares }.

## What a side has beside the board: "réserve : dame, 2 tours", "pouvoirs : carapace disponible".

hand-reserve = réserve : { $pieces }
hand-reserve-empty = réserve : vide
hand-powers = pouvoirs : { $powers }
power-shell-ready = carapace disponible
power-shell-used = carapace utilisée
power-stealth-ready = coup furtif disponible
power-stealth-used = coup furtif utilisé

## What the signs of a board in letters mean.

legend-object = { $sign } { $object }
legend-frozen = * pièce gelée
legend-unseen = ~ invisible pour l'autre camp

## What the signs in a picture mean, as far as they occur, in one line: "Signs: ? = undefined piece; beside the names = reserve."

signs = Signes : { $signs }.
sign-undefined = ? = pièce indéfinie
sign-reserve = à côté des noms = réserve
sign-frozen = glace = gelée
sign-gone = pâle = retiré par le dernier coup
sign-steps = numéros = étapes du dernier coup
sign-powers = carapace, masque = pouvoirs (barré : utilisé)
