### What all other files need. A color is said without an article ("Blancs"), so a message writes "les { $color }", "aux { $color }".
### A side is plural and a person is not, by which a message chooses the verb.

# The name of the language, in the language itself.
language-name = Français

# The sides of a game.
color-white = Blancs
    .number = plural
color-black = Noirs
    .number = plural

# Who plays a side: "Ann (Blancs)".
player = { $name } ({ $color })

# A number such as "12,5".
decimal-number = { $whole },{ $decimals }

# A list, item after item: "c3, e3, c5".
list-next = { $before }, { $next }

# The end of a list of which one is to be chosen: "b1d2, f3d2 ou g1d2".
list-or = { $before } ou { $last }

# A second clause that has a subject of its own.
clause-then = { $before } ; { $next }
