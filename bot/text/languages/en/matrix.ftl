### The bot uses these texts on Matrix only. It replaces the slash of a command, such as /help, by its prefix.

## The bot greets the members of a room that it joins.

matrix-greeting = I referee odd chess variants. /help tells what I can do, /challenge berolina opens a match.
matrix-greeting-direct = I referee odd chess variants. Write help to see what I can do; here no prefix is needed.
# The bot gives this topic to a direct chat that it opens.
matrix-direct-topic = What I tell you alone: answers, views and your turns. Write help to see what I can do; no prefix is needed here.

## These texts explain how to choose without buttons.

# $signs is "✅ Accept · ❌ Decline".
matrix-choose-sign = { $signs }: react with the sign, or reply with the word.
# The bot puts this below a message that has buttons elsewhere. $words is "Claim the win · Give one more day".
matrix-choose-word = Reply with one of these: { $words }.
# The bot puts this below a numbered list.
matrix-choose-number = Answer with the number of what you choose, or react with it: 1️⃣ to 9️⃣.
# The bot puts this below a numbered list of opponents, because a person can also name a member of the room.
matrix-choose-person = Answer with the number of what you choose, or react with it: 1️⃣ to 9️⃣. To challenge one person, write their name or account, such as @bob:example.org.
# The bot accepts this as another word for "anybody".
matrix-anyone = anyone
# The bot accepts this word in place of ❌, as it accepts "yes" in place of ✅.
matrix-no = no
# $title is "Match 4kq0z, Berolina", $label is "Your move".
matrix-form = { $title }: { $label }, such as { $example }. Write it here.

## The bot comments on a message in the room of that message. $account is the account of the bot.

matrix-answer-closed = I have an answer for you alone, and I cannot write to you directly. Open a direct chat with me, { $account }, and ask again there; in it no prefix is needed.
matrix-changed = I do not read edits: the first version of your message counts. Send the change as a new message.
matrix-taken-back = I had already read your message before it was removed, so it still counts.
matrix-sealed = I cannot read what you wrote here: your client has not sent me the key to it. Send it once more. If that does not help, log out of the sessions that you do not use, or write in a room that is not encrypted. I say this once.
matrix-unsigned = I have answered you in our direct chat, and you cannot read it: it is encrypted, and you have not verified your session. Verify it in the settings of your client, then ask again. Whoever runs me can let every session read me: keys = "all" below [matrix] in my settings. I say this once.
# The bot adds this reaction of a few words if a person cannot read it without a verified session.
matrix-unsigned-sign = 🔏 Verify your session to read me
# The bot sends this to a person who verifies it by emoji.
matrix-verify = Compare the emojis that your client shows with those in my log. Confirm only if they are the same.
# The bot gives this reason when it removes a message.
matrix-removed = It tells a secret of a match. Nothing was played: write it to me in a direct chat.
# The bot puts this below a challenge to a variant with secrets.
matrix-secrets-stay = I may not remove messages in this room, so a move typed here that tells a secret would stay for everybody to read. Write your moves to me in a direct chat.
matrix-widget = I may not add the board to this room as a widget. Whoever manages the room can let me: under Room Settings, Roles & Permissions, set the power level for “Modify widgets” (im.vector.modular.widgets) to mine, then type /board again. Or they add it by hand: /addwidget { $url }

## /doctor reports permissions, signatures and encryption in a room.

matrix-speaks = I may speak in this room.
matrix-mute = I may not speak in this room, so I cannot post challenges and boards. Whoever manages the room can raise my power level under Room Settings, Roles & Permissions, or lower the one that is needed to send messages.
matrix-removes = I may remove a move that was to be secret.
matrix-removes-not = I may not remove messages in this room, so a move that tells a secret stays where everybody reads it. Whoever manages the room can raise my power level to that of a moderator.
matrix-signed = My session is signed by my account, so clients know that it is me.
matrix-signed-not = My session is not signed by my account, so clients warn of it or show nothing of what I say. Whoever runs me has to stop me and run oddboard recover with the recovery key of my account.
matrix-sessions-signed = All your sessions are verified, so each can read me in encrypted rooms.
# $sessions is a list: "Element on Linux, KJHGFDSA".
matrix-sessions-unsigned = These sessions of yours are not verified, so they cannot read me in encrypted rooms: { $sessions }. Verify them in the settings of your client, or log out of them. Whoever runs me can let every session read me: keys = "all" below [matrix] in my settings.
matrix-limited = The homeserver limits how often I may send messages, so answers and boards may come late. Whoever runs the homeserver can lift that limit for my account.
matrix-encrypted = This room is encrypted, and I can read you.
matrix-plain = This room is not encrypted.
matrix-closed = I cannot write to you directly, so you do not get what is for you alone. Open a direct chat with me, { $account }.
