### All other files use these. A color has no article ("Blancs"), so a message writes "les { $color }", "aux { $color }". A
### side is plural and a person is singular, so a message selects its verb by the number.

# /settings shows this name of the language, in the language itself.
language-name = Français

# A game has these sides.
color-white = Blancs
    .number = plural
color-black = Noirs
    .number = plural

# A text names a player with the side: "Ann (Blancs)".
player = { $name } ({ $color })

# A decimal number has this form: "12,5".
decimal-number = { $whole },{ $decimals }

# A list joins its items one by one: "c3, e3, c5".
list-next = { $before }, { $next }

# A list of alternatives ends like this: "b1d2, f3d2 ou g1d2".
list-or = { $before } ou { $last }

# $next is a second clause with its own subject.
clause-then = { $before } ; { $next }
