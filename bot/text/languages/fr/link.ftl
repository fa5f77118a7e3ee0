### /link links several accounts of one person with these texts.

summary-link = Lier vos comptes, sur une ou plusieurs plateformes, pour n'être qu'une seule personne.
summary-link-code = le code reçu par votre autre compte ; laissez vide pour en recevoir un
option-code = code
example-link = /link 7kq0-z3mw

link-code = Votre code est { $code }. D'ici dix minutes, écrivez-moi « link { $code } » en message privé avec votre autre compte, sur cette plateforme ou une autre. Ce compte est alors aussi le vôtre. Ne montrez le code à personne d'autre.
link-accounts = Ces comptes sont liés : { $names }. Vos données sont gardées au nom du premier. Si vous en déliez un autre, il ne reprend que les parties jouées avec lui.
link-full = Vous ne pouvez pas lier plus de { $most } comptes.
button-unlink = Délier { $name }
# $other and $first are names of accounts.
ask-link = Voulez-vous lier { $other }, avec lequel vous écrivez, à { $first } ? Ne le faites que si les deux comptes sont à vous : chacun voit et joue ensuite les parties de l'autre, coups et pièces cachés compris. Les réglages, les classements et les problèmes sont ceux de { $first } ; seul ce que ce compte n'a pas encore vient de { $other }. Qui est bloqué par l'un est bloqué par les deux, et /profile donne les mêmes classements pour les deux. Dans les parties, chaque compte garde son nom.
ask-link-yes = Oui, les lier
done-linked = Ce compte est maintenant lié à { $name }. /link montre vos comptes et permet de les délier.
linked-told = { $name } est maintenant lié à ce compte, et voit et joue vos parties, coups et pièces cachés compris. Si ce compte n'est pas à vous, écrivez /link et déliez-le.
done-unlinked = { $name } n'est plus lié. Les parties jouées avec ce compte lui appartiennent de nouveau.
done-code-unknown = Ce code n'est pas valable : un code sert une seule fois, pendant dix minutes. Avec votre autre compte, écrivez-moi « link » pour en recevoir un nouveau.
done-code-said-aloud = D'autres peuvent lire ce que vous écrivez ici : ce code n'est donc plus valable. Avec votre autre compte, écrivez-moi « link » pour en recevoir un nouveau, et utilisez-le en message privé.

refusal-too-many-codes = Ce compte a donné { $most } codes incorrects. Attendez dix minutes avant de réessayer.
refusal-link-oneself = Ce compte appartient déjà à la personne qui a reçu ce code. Écrivez le code avec un autre de vos comptes.
refusal-link-linked = Ce compte est déjà lié à d'autres. Déliez-le d'abord : /link montre vos comptes.
refusal-too-many-accounts = Déjà { $most } comptes sont liés à celui-là, et il ne peut pas y en avoir plus.
refusal-too-many-links = Ce compte a été lié { $most } fois en un jour, et c'est la limite. Réessayez demain.
refusal-link-opponents = Ces deux comptes jouent l'un contre l'autre dans la partie { $id }. Terminez-la d'abord, ou retirez le défi.
refusal-link-vacation = Un de ces comptes est en vacances. Mettez-y fin d'abord : /vacation end.
refusal-not-linked = Ce compte n'est plus lié.
