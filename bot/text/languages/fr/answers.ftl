### The bot replies to a person with these sentences. $id is the id of a match, such as 4kq0z.

## The bot confirms a request.

done-opened = Votre défi { $id } est publié. La partie commence dès qu'il est accepté.
done-accepted = Vous avez accepté le défi. La partie { $id } commence, et son échiquier est affiché.
# The bot sends this to a player who accepts a challenge in a place where the bot cannot write.
done-accepted-by-message = Vous avez accepté le défi. La partie { $id } commence, et son échiquier arrive dans nos messages privés.
# The bot sends this to the same player in direct messages, before the board.
group-greeting = Les parties que vous acceptez dans des groupes se jouent ici, dans nos messages privés. L'échiquier arrive ensuite ; répondez-y par votre coup, ou écrivez help.
done-declined = Vous avez refusé le défi { $id }.
done-withdrawn = Vous avez retiré le défi { $id }.
done-challenge-posted = Le défi { $id } est affiché de nouveau. C'est là qu'on y répond désormais.
done-blocked = Vous bloquez { $name } et ne recevez plus ses défis. Cette personne ne l'apprend que si elle vous défie. /unblock annule le blocage.
done-unblocked = Vous recevez de nouveau les défis de { $name }.
done-followed = Vous suivez la partie { $id } : quand elle sera finie, son dernier échiquier vous mentionnera, sauf si vos rappels ou vos notifications sont désactivés, si le serveur a désactivé les notifications, ou pendant vos heures de silence (/reminders). /follow partie:{ $id } annule le suivi.
    .at-board = Vous suivez cette partie : quand elle sera finie, son dernier échiquier vous mentionnera, sauf si vos rappels ou vos notifications sont désactivés, si le serveur a désactivé les notifications, ou pendant vos heures de silence.
done-unfollowed = Vous ne suivez plus la partie { $id }.
    .at-board = Vous ne suivez plus cette partie.
# $move is in short notation: "Nf3".
done-moved = Vous avez joué { $move } dans la partie { $id }.
    .at-board = Vous avez joué { $move }.
# The bot adds this once to the reply to a move, if the player does not receive direct messages.
done-closed = Je ne peux pas vous envoyer de messages privés ; vous ne recevez donc pas votre vue de l'échiquier après chaque tour. Pour la recevoir automatiquement, autorisez mes messages privés ; d'ici là, /view la montre.
done-board-posted = L'échiquier de la partie { $id } est affiché.
board-posted-before = L'échiquier de la partie { $id } vient d'être affiché. Cherchez-le plus haut.
done-resigned = Vous avez abandonné la partie { $id }.
    .at-board = Vous avez abandonné.
done-ended = Vous avez mis fin à la partie { $id } ; elle compte comme un abandon de votre adversaire, qui n'est plus là.
    .at-board = Vous avez mis fin à la partie ; elle compte comme un abandon de votre adversaire, qui n'est plus là.
done-offered = Vous avez proposé { $what } dans la partie { $id }. L'offre prend fin quand votre adversaire joue.
    .at-board = Vous avez proposé { $what }. L'offre prend fin quand votre adversaire joue.
done-draw-agreed = La partie { $id } est nulle par accord.
    .at-board = Partie nulle par accord.
done-offer-declined = Vous avez refusé { $what } dans la partie { $id }.
    .at-board = Vous avez refusé { $what }.
done-offer-withdrawn = Vous avez retiré votre offre dans la partie { $id } : { $what }.
    .at-board = Vous avez retiré votre offre : { $what }.
done-taken-back = Vous avez accepté le retour en arrière dans la partie { $id }.
    .at-board = Vous avez accepté le retour en arrière.
done-paused = La partie { $id } est en pause. /pause la reprend.
    .at-board = La partie est en pause.
done-resumed = La partie { $id } reprend.
    .at-board = La partie reprend.
# The bot refuses an offer with this while an earlier offer of the same player stands. $what names the earlier one.
offer-stands = Vous avez déjà une offre en cours dans la partie { $id } : { $what }. Attendez la réponse ou retirez votre offre.
    .at-board = Vous avez déjà une offre en cours : { $what }. Attendez la réponse ou retirez votre offre.
done-kept = Annulé. La partie continue.

## The bot puts these above a view or a board.

view = Partie { $id }, telle que vous la voyez :
board-elsewhere = L'échiquier de la partie { $id } est affiché ici tel qu'il est maintenant. Les coups suivants seront affichés là où elle se joue.

## The bot reports that a request failed or takes longer.

not-confirmed = Pas encore confirmé : je n'ai pas pu enregistrer à l'instant, je ne sais donc pas encore si cela compte. Avant de réessayer, /board ou /games dit si cela compte.
busy = Beaucoup de monde joue en ce moment, cela prend donc un peu plus de temps.
drawing = Je prépare cela. Pour une longue partie, cela prend quelques secondes.
too-busy = Trop de monde joue en ce moment, je n'ai donc rien fait. Réessayez dans une minute.
bug = Quelque chose s'est mal passé de mon côté, et rien n'a changé. Réessayez ; si cela se reproduit, prévenez la personne qui m'administre.
no-form = Je n'ai pas pu ouvrir le formulaire. Envoyez plutôt votre coup avec /move.
late-done = Je n'ai pas pu vous montrer ma réponse à temps, mais cela compte : ce que vous avez demandé est fait. /games donne la liste de vos parties.
late-undone = Je n'ai pas pu vous montrer ma réponse à temps, et rien n'a changé. Redemandez-le-moi.
late-not-confirmed = Je n'ai pas pu vous montrer ma réponse à temps, et ce que vous avez demandé est peut-être fait, ou peut-être pas. /games donne la liste de vos parties.

## A form asks a player for a move.

form-title = Partie { $id }, { $variant }
form-label = Votre coup

## /doctor reports whether the bot works in a place and for the reader. $flaws is the number of problems.

doctor-verdict = { $flaws ->
    [0] Tout fonctionne ici.
    [1] Une chose ne fonctionne pas ici.
   *[other] Certaines choses ne fonctionnent pas ici.
}
doctor-heard = Je vous entends, et cette réponse vous est parvenue.
doctor-writes = Je peux vous écrire directement.
# /doctor sends this to test whether the reader receives direct messages.
doctor-try = Ce message sert à voir si je peux vous écrire directement. C'est le cas.
doctor-unknown = Je n'ai pas pu vérifier ce qui fonctionne ici. Réessayez dans une minute.

## /help shows these.

help = J'arbitre de drôles de variantes des échecs. Lancez un défi avec /challenge berolina. Une fois qu'il est accepté, jouez avec /move ; sans coup, il vous laisse en choisir un.
# /help names further commands with this if the message has no room for their summaries.
help-named = Et aussi : { $commands }
help-more = /rules présente les variantes. /help suivi du nom d'une commande en dit plus, par exemple /help move.
# A list entry gives the name of a variant or a command, with its summary.
about = { $name } : { $summary }
command-about = /{ $command } — { $summary }
help-option = { $option } : { $summary }
help-option-optional = { $option } (facultatif) : { $summary }
help-no-options = Cette commande n'a pas d'option.
help-example = Par exemple : { $example }

## /games lists the matches of the reader, one on each line. $variant includes chosen options: "Bario (rules=classic)".

games-none = Vous n'avez ni partie en cours ni défi ouvert. /challenge lance un défi, /history montre votre dernière partie.
games-damaged = { $id } : endommagée, personne ne peut donc y jouer ; /board partie:{ $id } en dit plus
games-challenged = { $id } : { $name } vous défie à { $variant }
games-challenging = { $id } : vous défiez { $name } à { $variant } ; pas encore accepté
games-challenging-anybody = { $id } : votre défi ouvert à tous, { $variant } ; pas encore accepté
# $opponent is "Ann (Blancs)".
games-your-turn = { $turns ->
    [one] { $id } : { $variant } contre { $opponent }, à vous de jouer, { $turns } coup joué
   *[other] { $id } : { $variant } contre { $opponent }, à vous de jouer, { $turns } coups joués
}
games-waiting = { $turns ->
    [one] { $id } : { $variant } contre { $opponent }, à votre adversaire de jouer, { $turns } coup joué
   *[other] { $id } : { $variant } contre { $opponent }, à votre adversaire de jouer, { $turns } coups joués
}
games-other = { $id } : { $variant }
# /games adds these to a line: the end of a player's time, a pause, and the label of a link to the message.
games-time = fin du temps : { $until }
games-out-of-time = temps écoulé
games-paused = en pause
games-link-board = échiquier
games-link-challenge = défi
# /games shows these buttons.
button-match = { $id } : { $name }
button-match-of = { $id } : { $white } – { $black }
button-accept-match = Accepter { $id }
button-withdraw-match = Retirer { $id }

## /unblock lists the people whose challenges the reader refuses.

blocks-none = Vous ne bloquez personne. /block refuse tous les défis d'une personne.
# $names is a list with commas.
blocks-head = Vous ne recevez pas les défis de : { $names }. Choisissez la personne dont vous voulez de nouveau les défis.
menu-unblock = Débloquer …

## /export sends a record with these.

export = Voici la partie { $id } : ses coups dans un fichier texte, que vous pouvez garder.
    .at-board = Voici la partie : ses coups dans un fichier texte, que vous pouvez garder.
export-seen = La partie { $id } n'est pas finie et a des secrets ; ce fichier contient donc les coups tels que vous les avez vus. Après la partie, /export donnera tout.
    .at-board = Cette partie n'est pas finie et a des secrets ; ce fichier contient donc les coups tels que vous les avez vus. Après la fin, il les donnera tous.

## The bot asks these questions while a player chooses a move step by step.

# $question is one of the questions below.
guide = Partie { $id } : { $question }
guide-type-it = Écrire le coup
guide-start-over = Recommencer
ask-piece = quelle pièce jouez-vous ?
ask-piece-again = Daisy vous laisse jouer encore une fois. Quelle pièce jouez-vous ?
# $piece is "la tour en a1".
ask-target = où va { $piece } ?
ask-definition = que devient la pièce indéfinie en { $square } ?
# $piece is "une tour".
ask-target-as = la pièce indéfinie en { $square } devient { $piece }. Où va-t-elle ?
ask-promotion = le pion va de { $from } à { $to }. Que devient-il ?
ask-forced-promotion = le pion en { $from } est projeté en { $to }. Que devient-il ?
ask-king-place = sur quelle case placez-vous votre roi ?
ask-lost-piece = quelle pièce avez-vous perdue en { $square } ?
# $piece is "une tour".
ask-drop-place = Toadette vous apporte { $piece }. Où la posez-vous ?
ask-swap = le Roi Boo vous fait échanger deux pièces. Quelle est la première ?
# $piece is "la tour en a1 (Blancs)".
ask-partner = avec quelle autre pièce échangez-vous { $piece } ?

## The bot asks for confirmation with these questions and buttons.

# $move is in short notation.
ask-move = Jouer { $move } ?
ask-play = Jouer
ask-losing-move = { $move } perd tout de suite : ce coup déclenche un recyclage qui laisse votre propre roi en échec, et { $opponent } gagne alors (règle : { $law }). Jouer quand même ?
ask-play-anyway = Jouer quand même
ask-keep-thinking = Réfléchir encore
ask-resign = Abandonner cette partie ?
ask-resign-yes = Oui, abandonner
ask-resign-no = Continuer à jouer
