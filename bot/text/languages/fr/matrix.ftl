### The bot uses these texts on Matrix only. It replaces the slash of a command, such as /help, by its prefix.

## The bot greets the members of a room that it joins.

matrix-greeting = J'arbitre de drôles de variantes des échecs. /help dit ce que je sais faire, /challenge berolina ouvre une partie.
matrix-greeting-direct = J'arbitre de drôles de variantes des échecs. Écrivez help pour voir ce que je sais faire ; ici, aucun préfixe n'est nécessaire.
# The bot gives this topic to a direct chat that it opens.
matrix-direct-topic = Ce que je dis à vous seul : réponses, vues et vos tours. Écrivez help pour voir ce que je sais faire ; ici, aucun préfixe n'est nécessaire.

## These texts explain how to choose without buttons.

# $signs is "✅ Accepter · ❌ Refuser".
matrix-choose-sign = { $signs } : réagissez avec le signe, ou répondez avec le mot.
# $words is "Réclamer la victoire · Accorder un jour de plus".
matrix-choose-word = Répondez avec l'un de ces textes : { $words }.
# The bot puts this below a numbered list.
matrix-choose-number = Répondez avec le numéro de votre choix, ou réagissez avec lui : de 1️⃣ à 9️⃣.
# The bot puts this below a numbered list of opponents, because a person can also name a member of the room.
matrix-choose-person = Répondez avec le numéro de votre choix, ou réagissez avec lui : de 1️⃣ à 9️⃣. Pour défier une personne, écrivez son nom ou son compte, par exemple @bob:example.org.
# The bot accepts this as another word for "anybody".
matrix-anyone = n'importe qui
# The bot accepts this word in place of ❌, as it accepts "yes" in place of ✅.
matrix-no = non
# $title is "Partie 4kq0z, Berolina", $label is "Votre coup".
matrix-form = { $title } : { $label }, par exemple { $example }. Écrivez-le ici.

## The bot comments on a message in the room of that message. $account is the account of the bot.

matrix-answer-closed = J'ai une réponse pour vous seul, et je ne peux pas vous écrire directement. Ouvrez une discussion directe avec moi, { $account }, et redemandez là ; aucun préfixe n'y est nécessaire.
matrix-changed = Je ne lis pas les modifications : la première version de votre message compte. Envoyez la suite dans un nouveau message.
matrix-taken-back = J'avais déjà lu votre message avant qu'il soit supprimé : il compte toujours.
matrix-sealed = Je ne peux pas lire ce que vous avez écrit ici : votre client ne m'en a pas envoyé la clé. Envoyez-le encore une fois. Si cela n'aide pas, déconnectez les sessions que vous n'utilisez pas, ou écrivez dans un salon qui n'est pas chiffré. Je ne le dis qu'une fois.
matrix-unsigned = Je vous ai répondu dans notre discussion directe, et vous ne pouvez pas lire ma réponse : la discussion est chiffrée, et vous n'avez pas vérifié votre session. Vérifiez-la dans les paramètres de votre client, puis reposez votre question. Qui me gère peut laisser toutes les sessions me lire : keys = "all" sous [matrix] dans mes réglages. Je ne le dis qu'une fois.
# The bot adds this reaction of a few words if a person cannot read it without a verified session.
matrix-unsigned-sign = 🔏 Vérifiez votre session pour me lire
# The bot sends this to a person who verifies it by emoji.
matrix-verify = Comparez les émojis que montre votre client avec ceux de mon journal. Ne confirmez que s'ils sont les mêmes.
# The bot gives this reason when it removes a message.
matrix-removed = Cela révèle un secret d'une partie. Rien n'a été joué : écrivez-le-moi dans une discussion directe.
# The bot puts this below a challenge to a variant with secrets.
matrix-secrets-stay = Je ne peux pas supprimer de messages dans ce salon, un coup écrit ici qui révèle un secret resterait donc lisible par tous. Écrivez-moi vos coups dans une discussion directe.
matrix-widget = Je ne peux pas ajouter l'échiquier à ce salon comme widget. Qui gère le salon peut me le permettre : dans Paramètres du salon, Rôles et permissions, mettre le rang pour « Modifier les widgets » (im.vector.modular.widgets) au niveau du mien, puis taper de nouveau /board. Ou l'ajouter à la main : /addwidget { $url }

## /doctor reports permissions, signatures and encryption in a room.

matrix-speaks = Je peux parler dans ce salon.
matrix-mute = Je ne peux pas parler dans ce salon, je ne peux donc y publier ni défis ni échiquiers. Qui gère le salon peut relever mon rang dans Paramètres du salon, Rôles et permissions, ou abaisser celui qu'il faut pour envoyer des messages.
matrix-removes = Je peux supprimer un coup qui devait rester secret.
matrix-removes-not = Je ne peux pas supprimer de messages dans ce salon, un coup qui révèle un secret reste donc là où tout le monde le lit. Qui gère le salon peut relever mon rang à celui de modérateur.
matrix-signed = Ma session est signée par mon compte, les clients savent donc que c'est moi.
matrix-signed-not = Ma session n'est pas signée par mon compte, les clients le signalent donc ou ne montrent rien de ce que je dis. Qui me gère doit m'arrêter et lancer oddboard recover avec la clé de récupération de mon compte.
matrix-sessions-signed = Toutes vos sessions sont vérifiées : chacune peut donc me lire dans les salons chiffrés.
# $sessions is a list: "Element on Linux, KJHGFDSA".
matrix-sessions-unsigned = Ces sessions ne sont pas vérifiées : elles ne peuvent donc pas me lire dans les salons chiffrés : { $sessions }. Vérifiez-les dans les paramètres de votre client, ou déconnectez-les. Qui me gère peut laisser toutes les sessions me lire : keys = "all" sous [matrix] dans mes réglages.
matrix-limited = Le serveur limite le nombre de messages que je peux envoyer, les réponses et les échiquiers peuvent donc arriver en retard. Qui gère le serveur peut lever cette limite pour mon compte.
matrix-encrypted = Ce salon est chiffré, et je peux vous lire.
matrix-plain = Ce salon n'est pas chiffré.
matrix-closed = Je ne peux pas vous écrire directement, vous ne recevez donc pas ce qui est pour vous seul. Ouvrez une discussion directe avec moi, { $account }.
