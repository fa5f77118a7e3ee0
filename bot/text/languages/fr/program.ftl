### The program plays matches under the name Oddboard. $id is the id of a match.

# The program has this name as a player. The name also begins sentences.
program-player = Oddboard (niveau { $level })

option-level = niveau
summary-challenge-level = la force d'Oddboard, de 1 (Débutant) à 12 (Grand maître) ; 3 si vous n'indiquez rien
expected-level = un nombre de 1 (Débutant) à 12 (Grand maître)

## Two levels share a name. $level is the number: "3 · Casual".

level-named = { $level } · { $name }
level-beginner = Débutant
level-casual = Amateur
level-club = Joueur de club
level-expert = Expert
level-master = Maître
level-grandmaster = Grand maître

# $about is one of the phrases below: "Level 3, Casual: it misses many captures and threats."
level-about = Niveau { $level }, { $name } : { $about }
level-beginner-about = il perd souvent des pièces et il est facile à battre.
level-casual-about = il manque beaucoup de captures et de menaces.
level-club-about = il manque certaines captures et menaces.
level-expert-about = il manque peu de captures et de menaces.
level-master-about = il ne fait pas d'erreurs délibérées et il est difficile à battre.
level-grandmaster-about = il ne fait pas d'erreurs délibérées et examine jusqu'à un million de positions. Attendez-vous à perdre.
# It follows level-about in a challenge. $rating is a number such as 1500.
level-rating = Classement estimé : { $rating }.

## Challenges to the program have these sentences.

challenge-program-random = { $challenger } joue une partie de { $variant } contre { $opponent }. Les camps sont tirés au sort.
challenge-program-side = { $challenger } joue une partie de { $variant } contre { $opponent }. { $challenger } a les { $color }.
challenge-program-start = { $opponent } a accepté. La partie commence quand { $challenger } choisit Commencer. Les dés viennent des deux camps : personne ne peut donc les choisir.
challenge-program-start-sides = { $opponent } a accepté. La partie commence quand { $challenger } choisit Commencer. Les deux camps prennent part au tirage des couleurs : personne ne peut donc les choisir.
challenge-program-started = { $challenger } a commencé la partie { $id }.
done-ready-to-start = Le défi { $id } est publié, et Oddboard a accepté. Choisissez-y Commencer.
done-begun = La partie { $id } contre Oddboard a commencé, et son échiquier est publié.
done-took-back = Votre dernier tour dans la partie { $id } est annulé.
    .at-board = Votre dernier tour est annulé.
done-draw-refused = Oddboard refuse la nulle dans la partie { $id }, car il pense être mieux. Vous pourrez la proposer de nouveau dans 10 coups.
    .at-board = Oddboard refuse la nulle, car il pense être mieux. Vous pourrez la proposer de nouveau dans 10 coups.
button-start = Commencer
button-play-program = Jouer contre l'ordinateur

summary-hint = Demander un indice dans une partie contre Oddboard : le meilleur coup qu'il trouve.
button-hint = Indice

## /hint shows the best move that Oddboard finds. Only the player who asks reads these sentences.

hint-told = Indice pour la partie { $id } : { $move }.
    .at-board = Indice : { $move }.
hint-only = C'est le seul coup.
hint-captures = Il capture la pièce en { $square }.
hint-saves = Il sauve la pièce en { $square }, qui pouvait être capturée.
hint-attacks = Il attaque la pièce en { $square }.
# $standing is one of the sentences below, $percent is the expected score.
hint-expected = { $standing } Score attendu : { $percent } %.
hint-winning = Après ce coup, vous êtes gagnant.
hint-clearly-better = Après ce coup, vous êtes nettement mieux.
hint-slightly-better = Après ce coup, vous êtes légèrement mieux.
hint-even = Après ce coup, la partie est à peu près égale.
hint-slightly-worse = Après ce coup, vous êtes légèrement moins bien.
hint-clearly-worse = Après ce coup, vous êtes nettement moins bien.
hint-losing = Après ce coup, vous êtes perdant.
hint-wins = { $moves ->
    [one] Ce coup gagne tout de suite.
   *[other] Ce coup gagne par force en { $moves } coups au plus.
}
hint-loses = { $moves ->
    [one] Tous les coups perdent tout de suite.
   *[other] Tous les coups perdent par force ; celui-ci résiste jusqu'à { $moves } coups.
}
hint-unclear = Je ne peux pas dire où il mène.
hint-counted = { $count ->
    [one] C'est votre premier indice dans cette partie. Le résultat indique le nombre d'indices.
   *[other] Vous avez eu { $count } indices dans cette partie. Le résultat indique ce nombre.
}
hint-again = Vous avez déjà eu cet indice : il n'est pas compté une deuxième fois.
hint-on-its-way = Je réfléchis encore à votre indice ici. Il arrive dans un instant.

# A line below the result counts the aids of a player: "Ann had 2 hints and 1 takeback."
board-aids = { $name } a eu { $aids }.
aids-both = { $hints } et { $takebacks }
aids-hints = { $count ->
    [one] { $count } indice
   *[other] { $count } indices
}
aids-takebacks = { $count ->
    [one] { $count } retour en arrière
   *[other] { $count } retours en arrière
}

## The bot refuses requests with these.

refusal-level-of-nobody = Seul Oddboard a des niveaux. Défiez-le, par exemple avec adversaire:@Oddboard niveau:3, ou n'indiquez pas de niveau.
refusal-program-unrated = Une partie contre Oddboard n'est jamais classée. N'indiquez rien, ou défiez une personne.
refusal-program-untimed = Une partie contre Oddboard n'a pas de limite de temps. N'indiquez pas de temps, ou défiez une personne.
refusal-start-of-others = Seul { $name } peut commencer cette partie. /challenge adversaire:@Oddboard en ouvre une pour vous.
refusal-program-draws-later = Oddboard n'accepte pas de nulle avant le coup { $turns }.
refusal-program-thinks = Dans la partie { $id }, Oddboard ne répond à une proposition de nulle qu'après son prochain coup. Proposez la nulle à ce moment.
    .at-board = Oddboard ne répond à une proposition de nulle qu'après son prochain coup. Proposez la nulle à ce moment.
refusal-program-declined = { $turns ->
    [one] Oddboard a refusé la nulle dans la partie { $id } il y a peu. Vous pourrez la proposer de nouveau dans { $turns } coup.
   *[other] Oddboard a refusé la nulle dans la partie { $id } il y a peu. Vous pourrez la proposer de nouveau dans { $turns } coups.
}
    .at-board = { $turns ->
        [one] Oddboard a refusé la nulle il y a peu. Vous pourrez la proposer de nouveau dans { $turns } coup.
       *[other] Oddboard a refusé la nulle il y a peu. Vous pourrez la proposer de nouveau dans { $turns } coups.
    }
refusal-hint-against-people = Il n'y a d'indices que dans les parties contre Oddboard, et la partie { $id } est contre une personne. /challenge adversaire:@Oddboard en ouvre une avec indices.
    .at-board = Il n'y a d'indices que dans les parties contre Oddboard.
refusal-hint-outdated = La position de la partie { $id } a changé pendant que je cherchais votre indice : il n'y en a pas, et il ne compte pas. Redemandez quand c'est à vous de jouer.
    .at-board = La position a changé pendant que je cherchais votre indice : il n'y en a pas, et il ne compte pas. Redemandez quand c'est à vous de jouer.
