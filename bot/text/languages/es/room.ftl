### What all other files need.

# The name of the language, in the language itself.
language-name = Español

# The sides of a game. Without an article, as in "Ann (blancas)", "piezas blancas" and "las blancas".
color-white = blancas
    .number = plural
color-black = negras
    .number = plural

# Who plays a side: "Ann (blancas)".
player = { $name } ({ $color })

# A number such as "12,5".
decimal-number = { $whole },{ $decimals }

# A list, item after item: "c3, e3, c5".
list-next = { $before }, { $next }

# The end of a list of which one is to be chosen: "b1d2, f3d2 o g1d2".
list-or = { $before } o { $last }

# A second clause that has a subject of its own.
clause-then = { $before }; { $next }
