## /plan shows a plan with these.

plan-head = Votre plan dans la partie { $id } ; vous êtes seul à le voir. Chaque réponse est jouée aussitôt après le coup qui précède la flèche. Tout autre coup annule le plan. Une réponse refuse aussi la nulle que votre adversaire a proposée.
    .at-board = Votre plan ; vous êtes seul à le voir. Chaque réponse est jouée aussitôt après le coup qui précède la flèche. Tout autre coup annule le plan. Une réponse refuse aussi la nulle que votre adversaire a proposée.
plan-reply = { $after } → { $reply }
plan-none = Vous n'avez rien prévu dans la partie { $id }. Pendant que l'adversaire a le trait, écrivez un de ses coups et votre réponse, puis la suite si vous voulez, par exemple /plan e7g5 Nf3. Une virgule commence une autre ligne.
    .at-board = Vous n'avez rien prévu. Pendant que l'adversaire a le trait, écrivez un de ses coups et votre réponse, puis la suite si vous voulez, par exemple /plan e7g5 Nf3. Une virgule commence une autre ligne.
button-clear-plan = Effacer le plan
done-plan-cleared = Votre plan dans la partie { $id } est effacé.
    .at-board = Votre plan est effacé.

## The bot reports in direct messages that it played or cancelled a plan.

plan-played = { $match } : votre plan a répondu { $move }. Rien d'autre n'est prévu.
plan-played-on = { $match } : votre plan a répondu { $move }. La suite reste prévue ; /plan la montre.
plan-ended = { $match } : votre plan est annulé, car la partie a pris un autre cours.
# The bot adds one of these to another reply if the player does not receive direct messages.
plan-untold-played = Votre plan dans cette partie a répondu ; je n'ai pas pu vous écrire pour vous le dire.
plan-untold-ended = Votre plan dans cette partie a été annulé, car la partie a pris un autre cours ; je n'ai pas pu vous écrire pour vous le dire.

## The bot refuses a plan. $told is one of the sentences below.

refusal-plan = Rien n'a été prévu. { $told }
refusal-plan-overheard = Rien n'a été prévu : là-bas, tout le monde peut lire ce que vous écrivez, votre adversaire aussi. Envoyez votre plan ici, dans nos messages privés.
refusal-plan-own-turn = C'est à vous de jouer dans la partie { $id } : jouez avec /move. Vous pouvez prévoir des réponses pendant que l'adversaire a le trait.
    .at-board = C'est à vous de jouer. Vous pouvez prévoir des réponses pendant que l'adversaire a le trait.
plan-too-many = Un plan peut avoir au plus { $most } lignes. /plan effacer permet d'en commencer un autre.
plan-too-long = Une ligne d'un plan peut avoir au plus { $most } coups.
plan-unreadable = Je n'arrive pas à lire « { $text } » comme un coup. { $how }
plan-no-such-move = Aucune pièce ne peut alors jouer « { $text } ».
plan-illegal = « { $text } » est alors illégal : { $why } (règle : { $law }).
plan-loses = { $move } perdrait tout de suite : ce coup déclenche un recyclage qui laisse votre propre roi en échec (règle : { $law }). Si c'est bien ce que vous voulez, jouez-le avec /move quand ce sera à vous.
plan-chance = Après { $move }, les dés décident : rien ne peut être prévu au-delà.
plan-over = La partie serait terminée avant cela.
plan-unanswered = Une ligne doit finir par un coup à vous qui termine votre tour, et il en manque un après { $move }.
