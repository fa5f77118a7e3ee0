### The program plays matches under the name Oddboard. $id is the id of a match.

# The program has this name as a player. The name also begins sentences.
program-player = Oddboard (level { $level })

option-level = level
summary-challenge-level = how well Oddboard plays, from 1 to 8; 3 if you leave it out
expected-level = a number from 1, which is easy to beat, to 8

## Challenges to the program have these sentences.

challenge-program-random = { $challenger } plays { $variant } against { $opponent }. Sides are chosen at random.
challenge-program-side = { $challenger } plays { $variant } against { $opponent }. { $challenger } has { $color }.
challenge-program-start = { $opponent } has accepted, and its half of the dice is sealed. When { $challenger } chooses Start, that adds the other half, so nobody can choose the dice.
challenge-program-start-sides = { $opponent } has accepted, and its half of the lot for the sides is sealed. When { $challenger } chooses Start, that adds the other half, so nobody can choose the sides.
challenge-program-started = { $challenger } started match { $id }.
done-ready-to-start = { $id } is posted. Oddboard has accepted: choose Start there, and the match begins.
done-begun = Match { $id } against Oddboard has begun, and its board is posted.
done-took-back = Your last turn in match { $id } is taken back. The board shows where it goes on.
done-draw-refused = Oddboard thinks that it stands better in match { $id }, and takes no draw. You can offer it again 10 turns from now.
button-start = Start
button-play-program = Play Oddboard

summary-hint = Get a hint in a match against Oddboard: the move that it would play.
button-hint = Hint

## /hint shows the move that Oddboard would play. Only the player who asks reads these sentences.

hint-told = Hint for match { $id }: { $move }.
hint-only = It is the only move.
hint-captures = It captures the piece on { $square }.
hint-saves = It saves the piece on { $square }, which could be captured.
hint-attacks = It attacks the piece on { $square }.
# $standing is one of the sentences below, $percent is the expected score.
hint-expected = { $standing } Expected score: { $percent }%.
hint-winning = You are winning with it.
hint-clearly-better = You stand clearly better with it.
hint-slightly-better = You stand slightly better with it.
hint-even = The game is about even with it.
hint-slightly-worse = You stand slightly worse even with it.
hint-clearly-worse = You stand clearly worse even with it.
hint-losing = You are losing even with it.
hint-wins = { $moves ->
    [one] It wins at once.
   *[other] It wins by force in at most { $moves } moves.
}
hint-loses = { $moves ->
    [one] Every move loses at once.
   *[other] Every move loses by force; this one holds out for up to { $moves } moves.
}
hint-unclear = I cannot say what it leads to.
hint-counted = { $count ->
    [one] This is your first hint in this match. The result of the match tells how many you had.
   *[other] You have had { $count } hints in this match. Its result tells that.
}
hint-again = You have had this hint before, so it is not counted again.
hint-on-its-way = I am still thinking about your hint here. It comes in a moment.

# A line below the result counts the aids of a player: "Ann had 2 hints and 1 takeback."
board-aids = { $name } had { $aids }.
aids-both = { $hints } and { $takebacks }
aids-hints = { $count ->
    [one] { $count } hint
   *[other] { $count } hints
}
aids-takebacks = { $count ->
    [one] { $count } takeback
   *[other] { $count } takebacks
}

## The bot refuses requests with these.

refusal-level-of-nobody = Only Oddboard plays by levels. Challenge it, such as with opponent:@Oddboard level:3, or leave the level out.
refusal-program-unrated = A match against Oddboard is never rated. Leave that out, or challenge a person.
refusal-program-untimed = A match against Oddboard has no time limit. Leave the time out, or challenge a person.
refusal-start-of-others = Only { $name } can start this match. /challenge opponent:@Oddboard opens one of your own.
refusal-program-draws-later = Oddboard takes no draw in match { $id } before each side has had { $turns } turns. Play on, and offer it again then.
refusal-program-thinks = Oddboard answers a draw offer in match { $id } only after its next move. Offer the draw then.
refusal-program-declined = { $turns ->
    [one] Oddboard has declined a draw in match { $id } not long ago. Play { $turns } more turn, and offer it again then.
   *[other] Oddboard has declined a draw in match { $id } not long ago. Play { $turns } more turns, and offer it again then.
}
refusal-hint-against-people = There are hints only in matches against Oddboard, and match { $id } is against a person. /challenge opponent:@Oddboard opens one with hints.
refusal-hint-outdated = The position in match { $id } has changed while I thought about your hint, so there is none and none is counted. Ask again on your turn.
