### Matches against the program, which is called Oddboard. $id is the name of a match.

# The name of the program as a player; it also begins sentences.
program-player = Oddboard (level { $level })

option-level = level
summary-challenge-level = how well Oddboard plays, from 1 to 8; 3 if you leave it out
expected-level = a number from 1, which is easy to beat, to 8

## Challenges. Sentences.

challenge-program-random = { $challenger } plays { $variant } against { $opponent }. Sides are chosen at random.
challenge-program-side = { $challenger } plays { $variant } against { $opponent }. { $challenger } has { $color }.
challenge-program-start = { $opponent } has accepted, and its half of the dice is sealed. When { $challenger } presses Start, that adds the other half, so nobody can choose the dice.
challenge-program-started = { $challenger } started match { $id }.
done-ready-to-start = { $id } is posted. Oddboard has accepted: press Start below it, and the match begins.
done-begun = Match { $id } against Oddboard has begun, and its board is posted.
done-took-back = Your last turn in match { $id } is taken back. The board shows where it goes on.
button-start = Start
button-play-program = Play Oddboard

## What cannot be done.

refusal-level-of-nobody = Only Oddboard plays by levels. Challenge it, such as with opponent:@Oddboard level:3, or leave the level out.
refusal-program-unrated = A match against Oddboard is never rated. Leave that out, or challenge a person.
refusal-program-untimed = A match against Oddboard has no time limit. Leave the time out, or challenge a person.
refusal-start-of-others = Only { $name } can start this match. /challenge opponent:@Oddboard opens one of your own.
refusal-program-draws-later = Oddboard takes no draw in match { $id } before each side has had { $turns } turns. Play on, and offer it again then.
refusal-program-plays-on = Oddboard thinks that it stands better in match { $id }, and takes no draw now. Play on, and offer it again later.
