### These short clauses describe a turn, without a final dot. A clause without a subject continues about the piece before it,
### after a comma. A clause with its own subject follows a semicolon.

turn-played = { $name_number ->
    [plural] les { $name } ont
   *[other] { $name } a
} joué { $move } : { $events }
turn-castles = roque
# $piece has no article: "cavalier de g1 à f3".
turn-moved = { $piece } de { $from } à { $to }
turn-goes = qui va en { $to }
turn-captured = prend { $piece }
# $owner captures a piece of their own side. $piece has no article.
turn-captured-own = prend { $piece_gender ->
    [feminine] sa propre
   *[other] son propre
} { $piece } en { $square } ({ $owner })
turn-promoted = devient { $piece } en { $square }
turn-dropped = { $piece } est { $piece_gender ->
    [feminine] posée
   *[other] posé
} en { $square }
turn-swapped = les pièces en { $one } et { $other } changent de place
# Only a queen makes these moves.
turn-stole = { $piece } de { $from } à { $to } par un coup furtif
turn-stole-away = la { $piece } quitte { $from } par un coup furtif
turn-appeared = la { $piece } invisible apparaît en { $square }
turn-shot = le roi en { $from } lance la carapace sur { $square }
turn-burst = la carapace éclate sur { $object }
turn-eats = mange { $object }
turn-meets = tombe sur { $object }
turn-bounced = rebondit sur { $object } vers { $to }
turn-slipped = dérape sur { $object } vers { $to }
turn-blown = saute sur { $object } et retombe en { $to }
turn-went-on = continue vers { $to }
turn-left = laisse { $object } en { $square }
# This names the piece again after a clause with another subject: "le pion laisse un champignon en h7".
turn-again = { $piece } { $clause }
# $object is "l'œuf en d4".
turn-drew = { $object } contient { $effect }
turn-drew-unknown = l'œuf contient { $effect }
turn-returned = { $piece } retourne en { $to }
turn-vanished = { $piece } disparaît
turn-froze = { $piece } est { $piece_gender ->
    [feminine] gelée
   *[other] gelé
}
turn-freed = { $piece } est { $piece_gender ->
    [feminine] libérée
   *[other] libéré
}
turn-recolored = { $piece } change de camp et rejoint { $owner }
turn-changed-sides = { $piece } change de camp
turn-brought = qui apporte { $piece }
turn-bonus-lost = le bonus est perdu
turn-defined = la pièce indéfinie en { $square } devient { $piece }
turn-lost = la pièce perdue en { $square } était { $piece }
turn-reset = pour { $owner }, toutes les pièces redeviennent indéfinies
# A piece meets an object that was hidden: "une banane cachée en d4". Only bananas and bombs are hidden, and both are
# feminine.
object-unseen = { $object_gender ->
    [feminine] une { $object } cachée
   *[other] un { $object } caché
} en { $square }
