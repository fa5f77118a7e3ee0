### What all other files need.

# The name of the language, in the language itself.
language-name = English

# The sides of a game.
color-white = White
color-black = Black

# The player of a side: "Ann (White)".
player = { $name } ({ $color })

# A number such as "12.5".
decimal-number = { $whole }.{ $decimals }

# A list, item after item: "c3, e3, c5".
list-next = { $before }, { $next }

# The end of a list of which one is to be chosen: "b1d2, f3d2 or g1d2".
list-or = { $before } or { $last }

# A second clause that has a subject of its own.
clause-then = { $before }; { $next }
