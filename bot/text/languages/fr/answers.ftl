### Answers to the person who asked. Sentences. $id is the name of a match, such as 4kq0z.

## Something changed.

done-opened = Votre défi { $id } est publié. La partie commence dès qu'il est accepté.
done-accepted = Vous avez accepté le défi. La partie { $id } commence, et son échiquier est affiché.
# To who accepts a challenge where the bot cannot write.
done-accepted-by-message = Vous avez accepté le défi. La partie { $id } commence, et son échiquier arrive dans nos messages privés.
# To who accepts a challenge where the bot cannot write, in direct messages.
group-greeting = Les parties que vous acceptez dans des groupes se jouent ici, dans nos messages privés. L'échiquier arrive ensuite ; répondez-y par votre coup, ou écrivez help.
done-declined = Vous avez refusé le défi { $id }.
done-withdrawn = Vous avez retiré le défi { $id }.
done-challenge-posted = Le défi { $id } est affiché de nouveau. C'est là qu'on y répond désormais.
done-blocked = Vous ne recevez plus les défis de { $name }. Cette personne n'en est pas avertie ; si elle vous défie, elle apprend que vous n'acceptez pas ses défis. /unblock annule le blocage.
done-unblocked = Vous recevez de nouveau les défis de { $name }.
done-followed = Vous suivez la partie { $id } : quand elle sera finie, son dernier échiquier vous mentionnera. Il ne le fera pas si vous avez désactivé les rappels ou les notifications, ni pendant vos heures de silence (/reminders), ni sur un serveur où les notifications sont désactivées. /follow partie:{ $id } annule le suivi.
done-unfollowed = Vous ne suivez plus la partie { $id }.
# $move is in short notation: "Nf3".
done-moved = Vous avez joué { $move } dans la partie { $id }.
# Added once for a player who cannot be written to.
done-closed = Je ne peux pas vous envoyer de messages privés ; vous ne recevez donc pas votre vue de l'échiquier après chaque tour. Pour la recevoir automatiquement, autorisez mes messages privés ; d'ici là, /view la montre.
done-board-posted = L'échiquier de la partie { $id } est affiché.
board-posted-before = L'échiquier de la partie { $id } vient d'être affiché. Cherchez-le plus haut.
done-resigned = Vous avez abandonné la partie { $id }.
done-ended = Vous avez mis fin à la partie { $id } ; elle compte comme un abandon de votre adversaire, qui n'est plus là.
done-offered = Vous avez proposé { $what } dans la partie { $id }. L'offre tient jusqu'à ce que votre adversaire réponde ou joue, ou que vous la retiriez.
done-draw-agreed = La partie { $id } est nulle par accord.
done-offer-declined = Vous avez refusé { $what } dans la partie { $id }. La partie continue.
done-offer-withdrawn = Vous avez retiré votre offre dans la partie { $id } : { $what }. La partie continue.
done-taken-back = Vous avez accepté le retour en arrière dans la partie { $id }. L'échiquier montre où elle reprend.
done-paused = La partie { $id } est en pause. /pause la reprend.
done-resumed = La partie { $id } reprend.
# To somebody who offers something while their own offer stands.
offer-stands = Vous avez une offre en cours dans la partie { $id } : { $what }. Il ne peut y en avoir qu'une à la fois. La vôtre tombe si votre adversaire joue ; vous pouvez aussi la retirer.
done-kept = Rien n'a changé. À vous de jouer !

## What somebody alone may see, which is shown below.

view = Partie { $id }, telle que vous la voyez :
board-elsewhere = L'échiquier de la partie { $id } est affiché ici tel qu'il est maintenant. Les coups suivants seront affichés là où elle se joue.

## Something does not work.

not-confirmed = Pas encore confirmé : je n'ai pas pu enregistrer à l'instant, je ne sais donc pas encore si cela compte. Avant de réessayer, /board ou /games dit si cela compte.
busy = Beaucoup de monde joue en ce moment, cela prend donc un peu plus de temps.
drawing = Je prépare cela. Pour une longue partie, cela prend quelques secondes.
too-busy = Trop de monde joue en ce moment, je n'ai donc rien fait. Réessayez dans une minute.
bug = Quelque chose s'est mal passé de mon côté, et rien n'a changé. Réessayez ; si cela se reproduit, prévenez la personne qui m'administre.
no-form = Je n'ai pas pu ouvrir le formulaire. Envoyez plutôt votre coup avec /move.
late-done = Je n'ai pas pu vous montrer ma réponse à temps, mais cela compte : ce que vous avez demandé est fait. /games donne la liste de vos parties.
late-undone = Je n'ai pas pu vous montrer ma réponse à temps, et rien n'a changé. Redemandez-le-moi.
late-not-confirmed = Je n'ai pas pu vous montrer ma réponse à temps, et ce que vous avez demandé est peut-être fait, ou peut-être pas. /games donne la liste de vos parties.

## The form in which somebody writes a move.

form-title = Partie { $id }, { $variant }
form-label = Votre coup

## What works where somebody is, and what does not.

doctor-verdict = { $flaws ->
    [0] Tout va bien ici.
    [1] Une chose ne fonctionne pas ici.
   *[other] Certaines choses ne fonctionnent pas ici.
}
doctor-heard = Je vous entends, et cette réponse vous est parvenue.
doctor-writes = Je peux vous écrire directement.
# What somebody gets as a direct message while this is found out.
doctor-try = Ce message sert à voir si je peux vous écrire directement. C'est le cas.
doctor-unknown = Je n'ai pas pu vérifier ce qui fonctionne ici. Réessayez dans une minute.

## Help.

help = J'arbitre de drôles de variantes des échecs. Lancez un défi avec /challenge berolina. Une fois qu'il est accepté, jouez avec /move ; sans coup, il vous laisse en choisir un.
# The commands for which there is no more room than for their names.
help-named = Et aussi : { $commands }
help-more = /rules présente les variantes. /help suivi du nom d'une commande en dit plus, par exemple /help move.
# What a variant or a command is about, in a list.
about = { $name } : { $summary }
command-about = /{ $command } — { $summary }
help-option = { $option } : { $summary }
help-option-optional = { $option } (facultatif) : { $summary }
help-no-options = Cette commande n'a pas d'option.
help-example = Par exemple : { $example }

## Somebody's matches, a line each. $variant is "Berolina", or "Bario (rules=classic)" with what was chosen.

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
# Added to a match in the list: when its time ends, and what leads to its message.
games-time = fin du temps : { $until }
games-out-of-time = temps écoulé
games-paused = en pause
games-link-board = échiquier
games-link-challenge = défi
# Buttons of the list.
button-match = { $id } : { $name }
button-match-of = { $id } : { $white } – { $black }
button-accept-match = Accepter { $id }
button-withdraw-match = Retirer { $id }

## The people from whom somebody takes no challenges.

blocks-none = Vous ne bloquez personne. /block refuse tous les défis d'une personne.
# $names are joined by commas.
blocks-head = Vous ne recevez pas les défis de : { $names }. Choisissez la personne dont vous voulez de nouveau les défis.
menu-unblock = Débloquer …

## Records.

export = Voici la partie { $id } : ses coups dans un fichier texte, que vous pouvez garder.
export-seen = La partie { $id } n'est pas finie et a des secrets ; ce fichier contient donc les coups tels que vous les avez vus. Après la partie, /export donnera tout.

## Questions on the way to a move.

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

## Questions whether something is meant.

# $move is in short notation.
ask-move = Jouer { $move } dans la partie { $id } ? Rien n'a encore été joué.
ask-play = Jouer
ask-losing-move = { $move } dans la partie { $id } perdrait tout de suite : ce coup déclenche un recyclage qui laisse votre propre roi en échec, et { $opponent } gagne alors (règle : { $law }). Rien n'a encore été joué. Si c'est bien ce que vous voulez, confirmez ci-dessous ou ajoutez confirmer:oui à /move.
ask-play-anyway = Jouer quand même
ask-keep-thinking = Réfléchir encore
ask-resign = Voulez-vous vraiment abandonner la partie { $id } ? { $opponent } gagnera, et c'est définitif.
ask-resign-yes = Oui, abandonner
ask-resign-no = Continuer à jouer
