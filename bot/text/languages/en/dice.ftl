### /verify and the button “Dice” report on the dice of a match. $commitment and $fitting are SHA-256 hashes.

dice-sealed = The dice of match { $id } are secret until it is over, so that nobody can predict them.
    .at-board = The dice of this match are secret until it is over, so that nobody can predict them.
dice-sealed-sides = Who plays which side in match { $id } is drawn by lot when it is accepted, so that nobody can choose it.
    .at-board = Who plays which side is drawn by lot when this match is accepted, so that nobody can choose it.
dice-seal = The secret behind it was sealed before anybody accepted. The seal is its SHA-256: { $commitment }
dice-seal-opens = After the match, the same button or /verify match:{ $id } opens the seal and checks every roll.
    .at-board = After the match, the same button opens the seal and checks every roll.
dice-none = Nothing in match { $id } is decided by chance: no dice are rolled in it, and the challenger has chosen a side.
    .at-board = Nothing here is decided by chance: no dice are rolled, and the challenger has chosen a side.
dice-fair-match = The dice of match { $id } were fair.
dice-fair-record = The dice of this record were fair.
dice-fair-sides-match = The sides of match { $id } were drawn fairly.
dice-fair-sides-record = The sides of this record were drawn fairly.
dice-unused-match = Nothing in match { $id } was decided by chance.
dice-unused-record = Nothing in this record was decided by chance.
dice-unfair-match = The dice of match { $id } do not pass the check.
dice-unfair-record = The dice of this record do not pass the check.
dice-secret = The secret is { $secret }.
dice-committed = Its SHA-256 is { $commitment }, which the challenge carried before anybody accepted.
dice-side-chosen = The challenger chose a side, so sides were not chosen at random.
dice-side-drawn = Chance gave { $color } to the challenger, and the match was played that way.
dice-rolls = { $rolls ->
    [0] Chance had no part in the game.
    [1] The only roll of the game was recomputed and is right.
   *[other] All { $rolls } rolls of the game were recomputed, and each is right.
}
dice-check-yourself = To check it without me: /export gives the record, and oddboard replay --verify FILE checks it.

## These sentences name the flaws that a check of the dice finds.

dice-no-header = The header { $header } is missing.
dice-no-secret = The header dice-secret is missing. It is in the record once the match is over.
dice-header-twice = The header { $header } is there more than once.
dice-bad-header = The header { $header } cannot be read.
dice-other-secret = The secret is not the one that the challenge committed to: its SHA-256 is { $fitting }, and the commitment is { $commitment }. So the rolls could not be recomputed.
dice-other-side-chosen = The challenger chose { $right } and played { $played }.
dice-other-side-drawn = Chance gave { $right } to the challenger, who played { $played }.
dice-roll-changed = Roll { $roll }, input { $input }, is { $found } and should be { $right }.
dice-roll-removed = Roll { $roll } is missing: input { $input } should be { $right }.
dice-roll-removed-unknown = Roll { $roll } is missing: input { $input } should be a roll.
dice-roll-added = Input { $input }, { $found }, is a roll where none is due.
dice-impossible = Input { $input }, { $found }, cannot be played there.
dice-unfinished = The record ends before the game is over, so something is missing.
