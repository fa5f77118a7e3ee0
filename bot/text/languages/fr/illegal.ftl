### These clauses explain why a decision is illegal. They follow a colon and have no final dot. $piece, $target, $by and
### similar arguments have an article and a square: "la tour en a1". A square stands alone. All pieces of Baroque are
### masculine.

illegal-over = la partie est terminée : { $outcome }
illegal-chance-first = le dernier coup n'est pas terminé, car le hasard doit d'abord décider
illegal-not-drawn = la position de départ n'a pas encore été tirée au sort
illegal-no-such-action = { $variant } ne connaît pas le coup { $action } ; une pièce va d'une case à une autre, par exemple e2e4
illegal-no-such-action-bario = Bario ne connaît pas le coup { $action } ; écrivez e2e4, ou N@d1e3 pour une pièce indéfinie
illegal-empty = vous n'avez pas de pièce en { $square }
illegal-not-yours = { $piece } appartient aux { $owner }, et c'est aux { $mover } de jouer
illegal-nobodys = { $piece } n'est pas à vous
illegal-object = { $object } se trouve en { $square } ; les objets ne se déplacent pas
illegal-no-way = un coup va d'une case à une autre, pas de { $square } à { $square }
illegal-no-passing = vous ne pouvez pas passer ; un coup va d'une case à une autre, pas de { $square } à { $square }
illegal-cannot-reach = { $piece } ne peut pas atteindre { $square } ; { $how }
# $by may be "votre propre dame en e4".
illegal-blocked = { $by } bloque { $piece }
# $piece is "votre propre dame en e4".
illegal-own-piece = la case est occupée par { $piece }
illegal-frozen = { $piece } est { $piece_gender ->
    [feminine] gelée
   *[other] gelé
} ; il faut jouer une autre pièce avant
illegal-frozen-touching = { $piece } est gelé, car il touche { $by }
illegal-frozen-freezer = { $piece } est gelé par { $by } et ne peut pas se libérer lui-même
illegal-frozen-by = { $piece } est gelé par { $by }, et aucun autre caméléon ou immobiliseur à vous ne touche cette pièce pour le libérer
illegal-attacked = votre roi ne peut pas aller en { $square }, case attaquée par { $by }
illegal-attacked-baroque = votre roi ne peut pas aller en { $square }, où { $by } pourrait le prendre
illegal-beside-king = votre roi ne peut pas aller en { $square }, où il toucherait { $by }
illegal-in-check = votre roi en { $king } est mis en échec par { $by }, et ce coup ne pare pas l'échec
illegal-exposed = après ce coup, { $by } donnerait échec à votre roi en { $king }
illegal-not-forward = le pion en { $pawn } ne va que vers l'avant
illegal-no-double-step = le pion en { $pawn } n'est pas sur sa deuxième rangée et n'avance donc que d'une case
illegal-no-double-step-chakart = le pion en { $pawn } a dépassé sa deuxième rangée et n'avance donc que d'une case
illegal-double-step-blocked = { $by } empêche le double pas du pion en { $pawn }
illegal-captures-straight = le pion en { $pawn } ne prend que droit devant, donc pas { $target }
illegal-captures-not-straight = le pion en { $pawn } ne peut pas prendre droit devant, et { $target } lui barre le chemin
illegal-nothing-to-capture = le pion en { $pawn } ne va en diagonale que pour prendre, et la case { $square } est vide
illegal-nothing-to-capture-berolina = le pion en { $pawn } n'avance tout droit que pour prendre, et la case { $square } est vide
illegal-nothing-to-capture-chakart = le pion en { $pawn } ne va en diagonale que sur une pièce adverse ou un objet, et la case { $square } est vide
illegal-too-late = le pion en { $pawn } ne peut prendre en passant que juste après un double pas par-dessus { $square }, et le dernier coup n'en était pas un
illegal-becomes-what = le pion atteint sa dernière rangée ; ajoutez ce qu'il devient, par exemple { $from }{ $to }=Q
illegal-cannot-become = un pion devient une dame, une tour, un fou ou un cavalier, pas { $into }
illegal-cannot-become-chakart = un pion devient une dame, une tour, un fou, un cavalier ou un roi, pas { $into }
illegal-undefined-becomes = une pièce indéfinie devient une dame, une tour, un fou ou un cavalier, pas { $into }
illegal-no-promotion = seul un pion qui atteint sa dernière rangée est promu ; retirez ={ $letter }
illegal-no-promotion-baroque = Baroque ne connaît pas la promotion ; écrivez seulement { $from }{ $to }

## These clauses describe how a piece moves; $how above holds one of them.

moves-berolina-pawn = il avance d'une case en diagonale, ou de deux depuis sa deuxième rangée, et prend à une case droit devant
moves-chakart-pawn = il avance d'une case droit devant, de deux depuis sa première ou sa deuxième rangée, et d'une en diagonale sur une pièce adverse ou un objet
moves-pawn = il avance d'une case droit devant, ou de deux depuis sa deuxième rangée, et prend à une case en diagonale vers l'avant
moves-knight = un cavalier se déplace de deux cases le long d'une rangée ou d'une colonne, puis d'une case sur le côté
moves-bishop = un fou se déplace le long des diagonales
moves-rook = une tour se déplace le long des rangées et des colonnes
moves-queen = une dame se déplace le long des rangées, des colonnes et des diagonales
moves-king = un roi se déplace d'une case
moves-baroque-king = un roi se déplace d'une case, et il n'y a pas de roque
moves-baroque-pincer = un pinceur se déplace le long des rangées et des colonnes
moves-baroque-other = toutes les pièces sauf les pinceurs et les rois se déplacent comme la dame des échecs

## These clauses describe how a piece of Baroque captures; $how holds one of them.

captures-pincer = un pinceur prend la pièce qui se trouve entre lui et une autre de vos pièces
captures-coordinator = un coordinateur prend aux deux autres coins du rectangle qu'il forme avec votre roi
captures-long-leaper = un sauteur long prend les pièces qu'il saute
captures-chameleon = un caméléon prend chaque pièce à la manière de celle-ci
captures-withdrawer = un retireur prend la pièce dont il s'éloigne tout droit
captures-immobilizer = un immobiliseur ne prend jamais rien

## These clauses explain why castling is illegal.

castling-never = le roi en { $king } se déplace d'une case, et il n'y a pas de roque
castling-no-rook = vous n'avez pas de tour en { $square } pour roquer
castling-no-undefined = vous n'avez pas de pièce indéfinie en { $square } pour roquer
castling-moved = vous ne pouvez pas roquer, car le roi en { $king } ou la tour en { $partner } a déjà bougé
castling-moved-bario = vous ne pouvez pas roquer, car le roi a déjà bougé, ou la pièce en { $partner } n'est pas celle du départ
castling-no-rook-left = vous ne pouvez pas roquer, car la pièce en { $square } doit devenir une tour, et il n'en reste plus dans votre réserve
castling-blocked = vous ne pouvez pas roquer, car { $by } se trouve entre votre roi et votre tour
castling-blocked-bario = vous ne pouvez pas roquer, car { $by } se trouve entre votre roi et le coin
castling-out-of-check = vous ne pouvez pas roquer, car votre roi en { $square } est mis en échec par { $by }
castling-through-check = vous ne pouvez pas roquer, car votre roi passerait par { $square }, case attaquée par { $by }
castling-into-check = vous ne pouvez pas roquer, car votre roi arriverait en { $square }, case attaquée par { $by }

## Only Berolina has these.

illegal-straight-double-step = le pion en { $pawn } fait son double pas le long d'une diagonale, pas tout droit vers { $square }
# $piece is "votre propre tour en e4".
illegal-own-ahead = le pion en { $pawn } prend droit devant, mais { $piece } lui barre le chemin

## Only Baroque has these.

illegal-step-upon = { $piece } ne peut pas prendre { $target } en allant sur sa case, ce que seul un roi peut faire ; { $how }
illegal-leap-over = { $piece } ne saute que les sauteurs longs, pas { $over }
illegal-no-landing = { $piece } ne peut pas sauter { $over }, car { $behind } se trouve juste derrière
illegal-spared = { $piece } saute et ne prend donc que des sauteurs longs ; { $by } pourrait encore prendre votre roi en { $king }
illegal-released = ce coup libère { $by }, qui pourrait alors prendre votre roi en { $king }

## Only Bario has these. $rank is 1 or 8.

illegal-king-first = vous devez d'abord placer votre roi, n'importe où sur la rangée { $rank } (K@a{ $rank } à K@h{ $rank })
illegal-only-king = vous ne placez que votre roi, pas { $piece } (K@a{ $rank } à K@h{ $rank })
illegal-king-elsewhere = votre roi prend la place d'une pièce indéfinie sur la rangée { $rank } et ne peut donc pas aller en { $square }
illegal-king-stands = votre roi est déjà placé, et rien d'autre ne se place
illegal-nothing-placed = les rois commencent en e1 et e8, il n'y a donc rien à placer
illegal-loss-first = dites d'abord quelle pièce vous avez perdue en { $square } ({ $choices })
illegal-not-lost = une pièce indéfinie n'est jamais { $piece } ; pour la pièce perdue en { $square }, écrivez { $choices }
illegal-lost-not-in-reserve = il ne reste plus de { $piece } dans votre réserve ; pour la pièce perdue en { $square }, écrivez { $choices }
illegal-nothing-lost = le dernier coup n'a pris aucune de vos pièces indéfinies
illegal-undefined = la pièce en { $square } est indéfinie ; dites ce qu'elle devient en se déplaçant, par exemple { $example }
illegal-defined = { $piece } est déjà { $piece_gender ->
    [feminine] définie
   *[other] défini
} ; écrivez { $from }{ $to }
illegal-not-in-reserve = il ne reste plus de { $piece } dans votre réserve
illegal-exposed-by-reset = ce coup définit votre dernière pièce indéfinie, et après la réinitialisation { $by } attaque votre roi en { $king }

## Only Chakart has these. $piece and $object have the article "un" or "une" here.

illegal-swap-first = vous devez d'abord échanger deux pièces pour le Roi Boo, par exemple avec a1<>b2
illegal-drop-first = Toadette vous a apporté { $piece } ; il faut d'abord poser cette pièce, par exemple avec { $letter }@d4
illegal-promotion-first = le pion en { $from } est d'abord projeté en { $to } ; dites ce qu'il devient, par exemple { $from }{ $to }=Q (Q, R, B, N ou K)
illegal-no-swap = on n'échange des pièces que si un œuf fait venir le Roi Boo
illegal-no-drop = on ne pose une pièce que si un œuf fait venir Toadette
illegal-other-drop = Toadette a apporté { $brought }, pas { $piece }
# $piece is "la tour en a1".
illegal-drop-on = une pièce se pose sur une case sans pièce, et celle-ci est occupée par { $piece }
illegal-swap-itself = il faut deux cases pour un échange
illegal-swap-empty = il n'y a pas de pièce en { $square }
illegal-swap-object = { $there }, et les objets ne s'échangent pas
illegal-swap-pawn = un pion se retrouverait sur sa propre dernière rangée
illegal-swap-order = écrivez l'échange sous la forme { $action }
illegal-stealth-of = seule une dame peut jouer un coup furtif, et { $there }
illegal-shell-of = seul un roi lance la carapace, et { $there }
illegal-stealth-spent = vous avez déjà joué votre coup furtif
illegal-shell-spent = vous avez déjà lancé votre carapace
illegal-stealth-onto = un coup furtif finit sur une case vide, et { $there }
illegal-shell-path = la carapace vole le long des rangées, des colonnes et des diagonales et ne peut donc pas aller de { $from } à { $to }
# $piece is "la tour en a1".
illegal-shell-stopped = la carapace est arrêtée par { $piece }
illegal-shell-misses = la carapace ne touche que les pièces adverses, et { $there }
illegal-shell-misses-empty = la carapace ne touche que les pièces adverses, et la case { $square } est vide
# $there above holds one of these.
there-stands = { $piece } se trouve en { $square }
there-lies = { $object } se trouve en { $square }
