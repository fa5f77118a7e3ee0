### These short clauses describe a turn, without a final dot. A clause without a subject continues about the piece before it,
### after a comma. A clause with its own subject follows a semicolon.

turn-played = { $name } played { $move }: { $events }
turn-castles = castles
# $piece has no article: "knight g1 to f3".
turn-moved = { $piece } { $from } to { $to }
turn-goes = which goes to { $to }
turn-captured = captures { $piece }
# $owner captures a piece of their own side. $piece has no article.
turn-captured-own = captures { $owner }'s own { $piece } on { $square }
turn-promoted = becomes { $piece } on { $square }
turn-dropped = { $piece } is placed on { $square }
turn-swapped = the pieces on { $one } and { $other } change places
turn-stole = { $piece } { $from } to { $to }, unseen
turn-stole-away = { $piece } on { $from } moves unseen
turn-appeared = the unseen { $piece } appears on { $square }
turn-shot = the king on { $from } throws the shell at { $square }
turn-burst = the shell bursts on { $object }
turn-eats = eats { $object }
turn-meets = runs into { $object }
turn-bounced = bounces on { $object } to { $to }
turn-slipped = slips on { $object } to { $to }
turn-blown = is blown by { $object } to { $to }
turn-went-on = goes on to { $to }
turn-left = leaves { $object } on { $square }
# This names the piece again after a clause with another subject: "the pawn leaves a mushroom on h7".
turn-again = { $piece } { $clause }
# $object is "the egg on d4".
turn-drew = { $object } holds { $effect }
turn-drew-unknown = the egg holds { $effect }
turn-returned = { $piece } goes back to { $to }
turn-vanished = { $piece } is gone
turn-froze = { $piece } is frozen
turn-freed = { $piece } is free again
turn-recolored = { $piece } now belongs to { $owner }
turn-changed-sides = { $piece } changes sides
turn-brought = who brings { $piece }
turn-bonus-lost = the bonus is lost
turn-defined = the undefined piece on { $square } becomes { $piece }
turn-lost = the piece lost on { $square } was { $piece }
turn-reset = all of { $owner }'s pieces are undefined again
# A piece meets an object that was hidden: "an unseen banana on d4".
object-unseen = an unseen { $object } on { $square }
