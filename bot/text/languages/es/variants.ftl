### These texts describe each variant and its options. All languages share the names of options and values
### (`setup=symmetric`), because they are part of commands.

berolina-title = Berolina
berolina-essence = Los peones avanzan en diagonal y capturan recto hacia delante. Lo demás es como en el ajedrez.

baroque-title = Baroque
baroque-essence = Cada tipo de pieza captura a su manera, y solo el rey captura yendo a la casilla de otra pieza. Los peones se mueven como torres.
baroque-setup = Posición inicial
baroque-setup-standard = siempre la misma
baroque-setup-symmetric = misma fila al azar; coordinador e inmovilizador blancos al revés
baroque-setup-asymmetric = una fila sorteada para cada bando
baroque-chameleon = Camaleón que salta
baroque-chameleon-combined = captura también de sus otras maneras
baroque-chameleon-pure = captura solo saltadores largos

chakart-title = Chakart
chakart-essence = Las piezas dejan atrás champiñones, huevos, plátanos y bombas, que cambian la jugada de la pieza que cae en ellos. Captura todos los reyes rivales.
chakart-objects = Plátanos y bombas
chakart-objects-hidden = visibles solo para el bando que los soltó
chakart-objects-open = visibles para todos
chakart-objects-house = Los objetos ocultos son una regla de la casa; en el juego original todos los ven (objects=open).
chakart-setup = Posición inicial
chakart-setup-asymmetric = una primera fila sorteada para cada bando
chakart-setup-symmetric = una primera fila sorteada, la misma para ambos bandos
chakart-setup-standard = como en el ajedrez

bario-title = Bario
bario-essence = Las piezas están sin definir hasta que se mueven; entonces cada una se convierte en una pieza de la reserva. Lo demás es como en el ajedrez.
bario-rules = Reglas
bario-rules-modern = primero se colocan los reyes, y nadie enroca
bario-rules-classic = reyes en e1 y e8, con enroque; pierde quien queda en jaque al reciclar

## These texts show the chosen options of a variant.

# This names a variant with its options: "Bario (rules=classic)".
variant-chosen = { $variant } ({ $choices })
# $what is the title of an option, $choice is such as "setup=symmetric".
option-chosen = { $what }: { $meaning } ({ $choice }).
option-about = { $variant }: { $what }
option-value = { $choice }: { $meaning } ({ $law })
option-value-default = { $choice } (por defecto): { $meaning } ({ $law })
