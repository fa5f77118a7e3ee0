### These texts describe each variant and its options. All languages share the names of options and values
### (`setup=symmetric`), because they are part of commands. The name, the value, the title and the meaning of an option have
### at most 100 characters together.

berolina-title = Berolina
berolina-essence = Les pions avancent en diagonale et prennent droit devant. Tout le reste est comme aux échecs.

baroque-title = Baroque
baroque-essence = Chaque type de pièce prend à sa façon, et seul le roi prend en allant sur la case d'une pièce. Les pions se déplacent comme des tours.
baroque-setup = Départ
baroque-setup-standard = toujours le même
baroque-setup-symmetric = même rangée tirée au sort, coordinateur et immobiliseur blancs échangés
baroque-setup-asymmetric = une rangée tirée au sort pour chaque camp
baroque-chameleon = Caméléon qui saute
baroque-chameleon-combined = prend aussi de ses autres façons
baroque-chameleon-pure = ne prend que des sauteurs longs

chakart-title = Chakart
chakart-essence = Les pièces laissent derrière elles des champignons, des œufs, des bananes et des bombes, qui agissent sur toute pièce qui tombe dessus. Prenez tous les rois adverses.
chakart-objects = Bananes et bombes
chakart-objects-hidden = visibles seulement pour le camp qui les a lâchées
chakart-objects-open = visibles de tous
chakart-objects-house = Les objets cachés sont une règle maison ; dans le jeu d'origine, tout le monde les voit (objects=open).
chakart-setup = Départ
chakart-setup-asymmetric = une rangée tirée au sort pour chaque camp
chakart-setup-symmetric = une rangée tirée au sort, la même pour les deux camps
chakart-setup-standard = comme aux échecs

bario-title = Bario
bario-essence = Les pièces sont indéfinies jusqu'à ce qu'elles se déplacent ; chacune devient alors une pièce de la réserve. Tout le reste est comme aux échecs.
bario-rules = Règles
bario-rules-modern = on place d'abord les rois, et il n'y a pas de roque
bario-rules-classic = rois en e1 et e8, roque permis ; qui se met en échec en recyclant perd

## These texts show the chosen options of a variant.

# This names a variant with its options: "Bario (rules=classic)".
variant-chosen = { $variant } ({ $choices })
# $what is the title of an option, $choice is such as "setup=symmetric".
option-chosen = { $what } : { $meaning } ({ $choice }).
option-about = { $variant } : { $what }
option-value = { $choice } : { $meaning } ({ $law })
option-value-default = { $choice } (par défaut) : { $meaning } ({ $law })
