### The bot refuses requests with these sentences. Each gives the reason and an alternative. All languages share commands
### (`/games`) and moves; commands.ftl has the names of options (`partie:4kq0z`). $id is the id of a match, such as 4kq0z.

refusal-unknown-control = Je ne connais pas ce choix. /board affiche l'échiquier avec des choix qui fonctionnent.
refusal-no-match = Vous n'avez pas de partie en cours ici. /games donne la liste de toutes vos parties, et /challenge lance un nouveau défi.
refusal-no-match-here = Aucune partie n'est en cours ici. Indiquez une partie terminée, par exemple partie:4kq0z, ou lancez un défi avec /challenge.
refusal-nobody-has-left = La partie { $id } continue. Vous ne pouvez y mettre fin ainsi que si la personne qui a le trait est partie, et d'après ce que je vois, ce n'est pas le cas. /board partie:{ $id } montre la position.
    .at-board = La partie continue. Vous ne pouvez y mettre fin ainsi que si la personne qui a le trait est partie, et d'après ce que je vois, ce n'est pas le cas.
refusal-time-decides = La partie { $id } a une limite de temps : elle finit quand le temps de votre adversaire est écoulé. Vous pourrez alors réclamer la victoire.
    .at-board = Cette partie a une limite de temps : elle finit quand le temps de votre adversaire est écoulé. Vous pourrez alors réclamer la victoire.
refusal-unknown-match = Il n'y a pas de partie { $id } ici. /games donne la liste des vôtres.
refusal-set-aside = La partie { $id } est endommagée : je ne peux pas lire ce que j'en ai enregistré, personne ne peut donc y jouer. Toutes les autres parties continuent. La personne qui m'administre peut lancer `oddboard check --data` pour voir la cause, et `oddboard salvage` pour copier tout ce qui est intact dans un nouveau dossier.
refusal-answer-lost = Je l'ai déjà fait, mais la réponse que j'avais donnée est endommagée. /games et /board montrent où en sont les choses.
refusal-stands = J'ai refusé cela quand je l'ai reçu la première fois : rien n'a donc été fait. Redemandez-le si vous le voulez toujours.
refusal-rated-needs-time = Une partie classée demande une limite de temps. Choisissez-en une, par exemple temps:3d, ou classée:non.
refusal-leaderboard-where = Une conversation privée n'a pas de classement. Demandez dans un salon où l'on joue.
# The bot refuses with this in a group that it has not joined.
refusal-leaderboard-group = Je connais les meilleurs joueurs des serveurs, pas ceux des groupes. Demandez sur un serveur.
refusal-several-matches = De quelle partie s'agit-il ? Choisissez-la ci-dessous, ou ajoutez son nom, par exemple partie:{ $id }.
refusal-several-matches-to-name = De quelle partie s'agit-il ? Ajoutez son nom, par exemple partie:{ $id }.
refusal-not-started = La partie { $id } n'a pas commencé : personne n'a encore accepté le défi.
refusal-never-played = Le défi { $id } n'a pas été accepté, il n'y a donc pas eu de partie.
# $outcome is a clause such as "les Blancs gagnent par échec et mat".
refusal-over = La partie { $id } est terminée : { $outcome }. /export partie:{ $id } donne la partie enregistrée, et /challenge lance un nouveau défi.
    .at-board = La partie est terminée : { $outcome }.
# $name is the name of the variant in commands.
refusal-other-variant = La partie { $id } est une partie de { $variant }. Demandez avec /rules { $name }, ou retirez ici:oui.
refusal-no-task = Il n'y a rien à résoudre sur cette page. /rules { $name } practice donne la liste des positions à résoudre. Répondez à l'une d'elles avec, par exemple, /rules { $name } practice 1 coup:e2e4.
refusal-no-picture = { $pictures ->
    [0] Cette page n'a pas d'image. Retirez image: pour la lire.
    [1] Cette page a une seule image. Retirez image: pour la voir.
   *[other] Cette page a les images 1 à { $pictures } ; choisissez l'une d'elles, ou retirez image:.
}
refusal-eyes-closed = La partie { $id } n'est pas encore terminée. Jusque-là, vous ne la voyez que de votre côté : /history partie:{ $id } et /replay partie:{ $id } montrent ce que vous savez.
refusal-review-running = La partie { $id } n'est pas terminée. Quand elle le sera, /review partie:{ $id } dira comment elle s'est passée.
refusal-nothing-to-review = Vous n'avez pas encore de partie terminée à analyser. Indiquez-en une, par exemple partie:4kq0z, ou lancez-en une avec /challenge.
refusal-not-a-player = La partie { $id } est jouée par d'autres ; seuls ses deux joueurs peuvent faire cela. /games donne la liste de vos parties.
refusal-no-view-of-your-own = Vous ne jouez pas dans la partie { $id }, vous voyez donc ce que tout le monde voit : /board partie:{ $id } le montre.
# $player is "Ann (Blancs)".
refusal-not-your-turn = Ce n'est pas à vous de jouer, mais à { $player }.
# $number is the number of the move, $move is the move in short notation.
refusal-already-moved = Vous avez déjà joué : { $number }. { $move }.
refusal-not-yours-to-ask = C'est à { $player } de jouer, et seul ce camp sait ce dont dépend ici l'effet d'un coup. Redemandez quand ce sera à vous de jouer.
# $how is a sentence that explains how to write such a decision.
refusal-unreadable-move = Je n'arrive pas à lire « { $text } » comme un coup. { $how } /move tout seul vous laisse choisir.
refusal-no-such-move = Aucune de vos pièces ne peut jouer « { $text } ». Les lettres des pièces s'écrivent en anglais, comme N pour le cavalier. /move tout seul montre ce qu'elles peuvent faire.
refusal-ambiguous-move = « { $text } » peut désigner plusieurs coups : { $moves }. Écrivez les cases de celui que vous voulez.
# $why is a clause, $law is a paragraph of the law such as "berolina O5".
refusal-illegal-move = « { $text } » est illégal : { $why } (règle : { $law }). C'est toujours à vous de jouer.
    .at-board = « { $text } » est illégal : { $why }. C'est toujours à vous de jouer.
refusal-said-aloud = Rien n'a été joué : là-bas, tout le monde peut lire ce que vous écrivez, et la partie { $id } a des secrets. Envoyez vos coups ici, dans nos messages privés, où personne d'autre ne les lit.
refusal-stale = Cela date d'une position antérieure de la partie { $id }. Utilisez l'échiquier le plus récent, ou demandez-le avec /board.
    .at-board = La partie a continué entre-temps. Regardez de nouveau l'échiquier.
refusal-needs-channel = Je ne peux pas afficher ici un défi à quelqu'un. Ajoutez ouvert:oui et donnez à l'autre personne le code que vous recevez : elle peut se joindre de partout. Ou utilisez /challenge là où je peux écrire et où vous lisez tous les deux. Ici, vous pouvez jouer contre moi : /challenge adversaire:@Oddboard. Les coups et tout le reste fonctionnent aussi ici.
# The bot refuses with this if a player accepts a challenge in a group but receives no direct messages. It uses Discord's
# terms.
refusal-unreachable = La partie se jouerait dans nos messages privés, et je ne peux pas vous écrire. Appuyez sur mon nom, puis sur Ajouter l'application, pour m'avoir parmi vos applications, et autorisez mes messages privés. Appuyez ensuite de nouveau sur Accepter : le défi tient toujours.
refusal-open-to-one = Un défi à une personne n'est pas ouvert aux autres. N'indiquez pas d'adversaire, ou retirez ouvert:oui.
refusal-nothing-to-join = Aucun défi ne vous attend. Pour en relever un par son code, écrivez-le : /join 4kq0z
refusal-name-variant = Le nom de ce compte est trop long pour que je vous demande la variante. Indiquez-la aussi, par exemple /challenge berolina @Ann.
refusal-bots-do-not-play = Les bots ne jouent pas. Défiez une personne, ou n'indiquez pas d'adversaire pour un défi ouvert à tous.
refusal-unknown-person = Je ne connais personne ici du nom de « { $text } ». { $how }, ou n'indiquez pas d'adversaire pour un défi ouvert à tous.
refusal-person-not-looked-up = Je ne peux pas chercher cette personne en ce moment, donc rien n'a changé. Réessayez dans une minute.
refusal-oneself = Vous ne pouvez pas jouer contre vous-même. Défiez quelqu'un d'autre, ou n'indiquez pas d'adversaire pour un défi ouvert à tous. Pour jouer en solo, défiez-moi : adversaire:@Oddboard.
refusal-own-challenge = Ce défi est le vôtre, quelqu'un d'autre doit donc l'accepter. Pour jouer en solo, défiez-moi : adversaire:@Oddboard.
refusal-not-for-you = Ce défi est pour { $name }. /challenge lance le vôtre.
refusal-for-anybody = Ce défi est ouvert à tous : inutile de le refuser, vous pouvez l'ignorer. Seule la personne qui l'a lancé, { $challenger }, peut le retirer.
refusal-settled = Le défi { $id } a déjà reçu une réponse.
refusal-withdrawn = Le défi { $id } n'est plus valable.
refusal-lapsed = Le défi { $id } n'est plus valable : personne n'y a répondu à temps. /challenge en lance un nouveau.
refusal-too-many-matches = Vous avez { $most } parties et défis ouverts, ce qui est la limite par personne. Terminez d'abord une partie ou retirez un défi ; /games en donne la liste.
refusal-opponent-busy = { $name } a atteint la limite de défis sans réponse par personne. Défiez quelqu'un d'autre, ou réessayez plus tard.
refusal-too-many-posts = Vous avez demandé trop de messages d'affilée. Réessayez dans { $seconds } s ; rien n'a changé.
refusal-too-many-posts-of-all = Il y a trop de demandes ici en ce moment. Réessayez dans { $seconds } s ; rien n'a changé.
refusal-no-offer = Cette offre n'est plus valable. /{ $command } en fait une autre.
refusal-own-offer = C'est votre propre offre, seule l'autre personne, { $player }, peut y répondre. /{ $command } vous permet de la retirer.
refusal-offer-not-yours = C'est l'offre de { $player }, personne d'autre ne peut la retirer. Vous pouvez la refuser.
refusal-other-offer-stands = { $player } a déjà proposé { $what }. Acceptez avec /{ $command }, refusez ou continuez à jouer.
refusal-offered-enough = Vous avez déjà proposé { $what } { $most } fois dans la partie { $id }, et c'est la limite pour chacun.
    .at-board = Vous avez déjà proposé { $what } { $most } fois, et c'est la limite pour chacun.
refusal-nothing-to-take-back = Vous n'avez joué dans la partie { $id } aucun coup sur lequel revenir.
    .at-board = Vous n'avez joué aucun coup sur lequel revenir.
refusal-own-time-over = Votre temps est écoulé, vous ne pouvez donc plus accepter un retour en arrière. { $player } peut d'abord vous donner du temps.
refusal-lost-on-time = Votre temps est écoulé, la partie { $id } est donc perdue.
    .at-board = Votre temps est écoulé, la partie est donc perdue.
refusal-taken-back-enough = Dans la partie { $id }, on est revenu { $count } fois sur un coup ; c'est la limite.
    .at-board = On est revenu { $count } fois sur un coup ; c'est la limite.
refusal-paused = La partie { $id } est en pause, personne ne peut donc jouer. /pause partie:{ $id } la reprend.
    .at-board = La partie est en pause, personne ne peut donc jouer.
refusal-not-paused = La partie { $id } n'est pas en pause.
    .at-board = La partie n'est pas en pause.
refusal-no-rematch = Vous n'avez ici aucune partie terminée à rejouer. /challenge en ouvre une nouvelle.
refusal-rematch-too-early = La partie { $id } n'est pas encore terminée. Vous pourrez demander la revanche après la fin.
refusal-rematch-stands = Vous avez déjà proposé la revanche à { $name } : le défi { $id } attend une réponse.
refusal-rematch-begun = La revanche a commencé : c'est la partie { $id }. /board partie:{ $id } la montre.
refusal-blocked = { $name } n'accepte pas vos défis. Défiez quelqu'un d'autre, ou n'indiquez pas d'adversaire pour un défi ouvert à tous.
refusal-blocked-accept = { $name } n'accepte pas vos défis, vous ne pouvez donc pas non plus accepter le sien. /challenge lance le vôtre.
refusal-too-many-to-one = { $name } n'a pas encore répondu à { $most } défis de votre part, et c'est la limite par personne. Attendez une réponse, ou retirez un défi : /games en donne la liste.
refusal-too-many-challenges = { $minutes ->
    [one] Vous avez lancé { $most } défis en une heure, et c'est la limite. Vous pourrez lancer le prochain dans { $minutes } minute.
   *[other] Vous avez lancé { $most } défis en une heure, et c'est la limite. Vous pourrez lancer le prochain dans { $minutes } minutes.
}
refusal-follow-own = Vous jouez vous-même la partie { $id }. /follow sert aux parties des autres.
refusal-follow-over = La partie { $id } est déjà finie. /board partie:{ $id } montre comment.
    .at-board = La partie est déjà finie.
refusal-nothing-to-follow = Personne d'autre ne joue de partie ici. Utilisez /follow dans un salon où d'autres en jouent une.
refusal-too-many-followers = { $most } personnes suivent la partie { $id }, et c'est la limite. /board partie:{ $id } vous montre où elle en est.
    .at-board = { $most } personnes suivent cette partie, et c'est la limite.
refusal-follows-too-many = Vous suivez { $most } parties, et c'est la limite. /follow avec le nom de l'une d'elles annule son suivi.
refusal-block-oneself = Vous ne pouvez pas vous bloquer vous-même. /block prend le nom de quelqu'un d'autre.
refusal-block-nobody = Je ne connais personne ici du nom de « { $text } ». { $how }.
# $how above holds one of these.
person-suggested = Choisissez un nom parmi les suggestions qui apparaissent pendant que vous écrivez
person-account = Écrivez le nom de compte complet, comme @ann:example.org
refusal-block-bot = Les bots ne défient personne : il n'y a rien à bloquer.
refusal-profile-bot = Les bots ne jouent pas de parties classées : ils n'ont pas de classement.
refusal-not-blocked = Vous ne bloquez pas « { $name } ». /unblock seul donne la liste des personnes que vous bloquez.
refusal-too-many-blocks = Vous bloquez { $most } personnes, et c'est la limite. /unblock permet de recevoir de nouveau les défis de l'une d'elles.

## These sentences explain how to write a decision; $how above holds one of them.

# $exact has the squares of a move, $caption is its short notation: "g1f3 (Nf3)".
write-exact = { $exact } ({ $caption })
write-move = Écrivez ses cases, par exemple e2g4, ou la notation courte, par exemple Nf3. Pour une promotion, ajoutez la pièce, par exemple e7d8=Q.
write-king-place = Écrivez où commence votre roi, par exemple K@e1.
write-lost-piece = Écrivez quelle pièce vous avez perdue, par exemple -R.
write-swap = Écrivez les cases des deux pièces à échanger, par exemple a1<>b2.
# $piece is "la dame".
write-drop-place = Écrivez où poser { $piece } sur l'échiquier, par exemple { $letter }@d4.
write-promotion = Écrivez ce que devient le pion, par exemple { $from }{ $to }=Q.

## A list names a match like this: "00001 : Ann – Bob, Berolina".

match-in-list = { $id } : { $white } – { $black }, { $variant }
