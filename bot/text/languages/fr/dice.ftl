### /verify and the button “Dice” report on the dice of a match. $commitment and $fitting are SHA-256 hashes.

dice-sealed = Les dés de la partie { $id } restent secrets jusqu'à sa fin, pour que personne ne puisse les prévoir.
    .at-board = Les dés de cette partie restent secrets jusqu'à sa fin, pour que personne ne puisse les prévoir.
dice-sealed-sides = Qui joue quel camp dans la partie { $id } est tiré au sort quand quelqu'un accepte, pour que personne ne puisse le choisir.
    .at-board = Qui joue quel camp est tiré au sort quand quelqu'un accepte cette partie, pour que personne ne puisse le choisir.
dice-seal = Le secret du hasard a été scellé avant que quelqu'un accepte. Le sceau est son SHA-256 : { $commitment }
dice-seal-opens = Après la partie, le même bouton ou /verify partie:{ $id } ouvre le sceau et vérifie chaque tirage.
    .at-board = Après la partie, le même bouton ouvre le sceau et vérifie chaque tirage.
dice-none = Rien n'est décidé par le hasard dans la partie { $id } : aucun dé n'est lancé, et l'auteur du défi a choisi un camp.
    .at-board = Rien n'est décidé ici par le hasard : aucun dé n'est lancé, et l'auteur du défi a choisi un camp.
dice-fair-match = Les dés de la partie { $id } étaient honnêtes.
dice-fair-record = Les dés de cet enregistrement étaient honnêtes.
dice-fair-sides-match = Les camps de la partie { $id } ont été tirés au sort honnêtement.
dice-fair-sides-record = Les camps de cet enregistrement ont été tirés au sort honnêtement.
dice-unused-match = Rien n'a été décidé par le hasard dans la partie { $id }.
dice-unused-record = Rien n'a été décidé par le hasard dans cet enregistrement.
dice-unfair-match = Les dés de la partie { $id } ne passent pas la vérification.
dice-unfair-record = Les dés de cet enregistrement ne passent pas la vérification.
dice-secret = Le secret est { $secret }.
dice-committed = Son SHA-256 est { $commitment }, que le défi portait avant que quelqu'un l'accepte.
dice-side-chosen = L'auteur du défi a choisi un camp, il n'y a donc pas eu de tirage au sort.
dice-side-drawn = Le tirage au sort a donné les { $color } à l'auteur du défi, et la partie s'est jouée ainsi.
dice-rolls = { $rolls ->
    [0] Le hasard n'a eu aucune part dans la partie.
    [1] L'unique tirage de la partie a été recalculé, et il est juste.
   *[other] Les { $rolls } tirages de la partie ont été recalculés, et chacun est juste.
}
dice-check-yourself = Pour le vérifier sans moi : /export donne l'enregistrement, et oddboard replay --verify FILE le vérifie.

## These sentences name the flaws that a check of the dice finds.

dice-no-header = L'en-tête { $header } manque.
dice-no-secret = L'en-tête dice-secret manque. Il est dans l'enregistrement une fois la partie finie.
dice-header-twice = L'en-tête { $header } y est plus d'une fois.
dice-bad-header = L'en-tête { $header } est illisible.
dice-other-secret = Le secret n'est pas celui sur lequel le défi s'est engagé : son SHA-256 est { $fitting }, et l'engagement est { $commitment }. Les tirages n'ont donc pas pu être recalculés.
dice-other-side-chosen = L'auteur du défi a choisi les { $right } et a joué les { $played }.
dice-other-side-drawn = Le tirage au sort a donné les { $right } à l'auteur du défi, qui a joué les { $played }.
dice-roll-changed = Le tirage { $roll }, entrée { $input }, est { $found } et devrait être { $right }.
dice-roll-removed = Le tirage { $roll } manque : l'entrée { $input } devrait être { $right }.
dice-roll-removed-unknown = Le tirage { $roll } manque : l'entrée { $input } devrait être un tirage.
dice-roll-added = L'entrée { $input }, { $found }, est un tirage là où il n'y en a pas à faire.
dice-impossible = L'entrée { $input }, { $found }, ne peut pas être jouée à cet endroit.
dice-unfinished = L'enregistrement s'arrête avant la fin de la partie, il manque donc quelque chose.
