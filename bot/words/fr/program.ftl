### Matches against the program, which is called Oddboard. $id is the name of a match.

# The name of the program as a player; it also begins sentences.
program-player = Oddboard (niveau { $level })

option-level = niveau
summary-challenge-level = la force d'Oddboard, de 1 à 8 ; 3 si vous n'indiquez rien
expected-level = un nombre de 1, facile à battre, à 8

## Challenges. Sentences.

challenge-program-random = { $challenger } joue une partie de { $variant } contre { $opponent }. Les camps sont tirés au sort.
challenge-program-side = { $challenger } joue une partie de { $variant } contre { $opponent }. { $challenger } a les { $color }.
challenge-program-start = { $opponent } a accepté, et sa moitié des dés est scellée. Quand { $challenger } appuie sur Commencer, cela ajoute l'autre moitié : personne ne peut donc choisir les dés.
challenge-program-started = { $challenger } a commencé la partie { $id }.
done-ready-to-start = { $id } est publié. Oddboard a accepté : appuyez sur Commencer en dessous, et la partie commence.
done-begun = La partie { $id } contre Oddboard a commencé, et son échiquier est publié.
done-took-back = Votre dernier tour dans la partie { $id } est annulé. L'échiquier montre où elle reprend.
button-start = Commencer
button-play-program = Jouer contre Oddboard

## What cannot be done.

refusal-level-of-nobody = Seul Oddboard a des niveaux. Défiez-le, par exemple avec adversaire:@Oddboard niveau:3, ou n'indiquez pas de niveau.
refusal-program-unrated = Une partie contre Oddboard n'est jamais classée. N'indiquez rien, ou défiez une personne.
refusal-program-untimed = Une partie contre Oddboard n'a pas de limite de temps. N'indiquez pas de temps, ou défiez une personne.
refusal-start-of-others = Seul { $name } peut commencer cette partie. /challenge adversaire:@Oddboard en ouvre une pour vous.
refusal-program-draws-later = Oddboard n'accepte pas de nulle dans la partie { $id } avant que chaque camp ait joué { $turns } tours. Continuez, et proposez-la de nouveau ensuite.
refusal-program-plays-on = Oddboard pense être mieux dans la partie { $id }, et n'accepte pas de nulle maintenant. Continuez, et proposez-la de nouveau plus tard.
