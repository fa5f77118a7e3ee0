### The program plays matches under the name Oddboard. $id is the id of a match.

# The program has this name as a player. The name also begins sentences.
program-player = Oddboard (level { $level })

option-level = level
summary-challenge-level = how well Oddboard plays, from 1 (Beginner) to 12 (Grandmaster); 3 if you leave it out
expected-level = a number from 1 (Beginner) to 12 (Grandmaster)

## Two levels share a name. $level is the number: "3 · Casual".

level-named = { $level } · { $name }
level-beginner = Beginner
level-casual = Casual
level-club = Club player
level-expert = Expert
level-master = Master
level-grandmaster = Grandmaster

# $about is one of the phrases below: "Level 3, Casual: it misses many captures and threats."
level-about = Level { $level }, { $name }: { $about }
level-beginner-about = it often loses pieces, and is easy to beat.
level-casual-about = it misses many captures and threats.
level-club-about = it misses some captures and threats.
level-expert-about = it misses few captures and threats.
level-master-about = it makes no deliberate mistakes, and is hard to beat.
level-grandmaster-about = it makes no deliberate mistakes, and searches up to a million positions. Expect to lose.
# It follows level-about in a challenge. $rating is a number such as 1500.
level-rating = Estimated rating: { $rating }.

## Challenges to the program have these sentences.

challenge-program-random = { $challenger } plays { $variant } against { $opponent }. Sides are chosen at random.
challenge-program-side = { $challenger } plays { $variant } against { $opponent }. { $challenger } plays { $color }.
challenge-program-start = { $opponent } has accepted. The match begins when { $challenger } chooses Start. The dice come from both sides, so nobody can choose them.
challenge-program-start-sides = { $opponent } has accepted. The match begins when { $challenger } chooses Start. Both sides take part in the draw for the colors, so nobody can choose them.
challenge-program-started = { $challenger } started match { $id }.
done-ready-to-start = Challenge { $id } is posted, and Oddboard has accepted. Choose Start there to begin.
done-begun = Match { $id } against Oddboard has begun, and its board is posted.
done-took-back = Your last turn in match { $id } is taken back.
    .at-board = Your last turn is taken back.
done-draw-refused = Oddboard declines the draw in match { $id }, because it thinks that it is better. You can offer one again in 10 moves.
    .at-board = Oddboard declines the draw, because it thinks that it is better. You can offer one again in 10 moves.
button-start = Start
button-play-program = Play the computer

summary-hint = Get a hint in a match against Oddboard: the best move that it finds.
button-hint = Hint

## /hint shows the best move that Oddboard finds. Only the player who asks reads these sentences.

hint-told = Hint for match { $id }: { $move }.
    .at-board = Hint: { $move }.
hint-only = It is the only move.
hint-captures = It captures the piece on { $square }.
hint-saves = It saves the piece on { $square }, which could be captured.
hint-attacks = It attacks the piece on { $square }.
# $standing is one of the sentences below, $percent is the expected score.
hint-expected = { $standing } Expected score: { $percent }%.
hint-winning = After this move you are winning.
hint-clearly-better = After this move you are clearly better.
hint-slightly-better = After this move you are slightly better.
hint-even = After this move the game is about even.
hint-slightly-worse = After this move you are slightly worse.
hint-clearly-worse = After this move you are clearly worse.
hint-losing = After this move you are losing.
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
    [one] This is your first hint in this match. The result shows the number of hints.
   *[other] You have had { $count } hints in this match. The result shows this number.
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
refusal-program-draws-later = Oddboard does not accept draws before move { $turns }.
refusal-program-thinks = Oddboard answers a draw offer in match { $id } only after its next move. Offer the draw then.
    .at-board = Oddboard answers a draw offer only after its next move. Offer the draw then.
refusal-program-declined = { $turns ->
    [one] Oddboard declined a draw in match { $id } a short while ago. You can offer one again in { $turns } move.
   *[other] Oddboard declined a draw in match { $id } a short while ago. You can offer one again in { $turns } moves.
}
    .at-board = { $turns ->
        [one] Oddboard declined a draw a short while ago. You can offer one again in { $turns } move.
       *[other] Oddboard declined a draw a short while ago. You can offer one again in { $turns } moves.
    }
refusal-hint-against-people = There are hints only in matches against Oddboard, and match { $id } is against a person. /challenge opponent:@Oddboard opens one with hints.
    .at-board = There are hints only in matches against Oddboard.
refusal-hint-outdated = The position in match { $id } changed while I worked on your hint, so there is none, and it does not count. Ask again on your turn.
    .at-board = The position changed while I worked on your hint, so there is none, and it does not count. Ask again on your turn.
