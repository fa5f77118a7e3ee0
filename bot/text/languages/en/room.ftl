### All other files use these.

# /settings shows this name of the language, in the language itself.
language-name = English

# A game has these sides.
color-white = White
color-black = Black

# A text names a player with the side: "Ann (White)".
player = { $name } ({ $color })

# A decimal number has this form: "12.5".
decimal-number = { $whole }.{ $decimals }

# A list joins its items one by one: "c3, e3, c5".
list-next = { $before }, { $next }

# A list of alternatives ends like this: "b1d2, f3d2 or g1d2".
list-or = { $before } or { $last }

# $next is a second clause with its own subject.
clause-then = { $before }; { $next }
