### The bot uses these texts on Discord only. Discord itself uses these names of permissions and menus in French.

## /doctor reports the permissions of the bot in a channel.

discord-permitted = J'ai toutes les permissions dont j'ai besoin dans ce salon.
# $permission is Discord's name of a permission, $what is its purpose.
discord-lacks = Il me manque la permission { $permission } dans ce salon, je ne peux donc pas { $what }. Qui gère le salon peut me la donner dans Modifier le salon, Permissions.

# Each permission has its name on Discord, and a purpose that follows "je ne peux donc pas".
permission-view = Voir les salons
permission-view-use = publier quoi que ce soit ici
permission-send = Envoyer des messages
permission-send-use = publier de défis ni d'échiquiers ici
permission-threads = Créer des fils publics
permission-threads-use = donner un fil à chaque partie
permission-send-in-threads = Envoyer des messages dans les fils
permission-send-in-threads-use = publier d'échiquiers dans les fils
permission-files = Joindre des fichiers
permission-files-use = montrer d'images
permission-history = Voir les anciens messages
permission-history-use = voir après une panne ce que j'ai déjà publié ici

# /doctor shows this on a server without the bot, to a person who installed the bot for themselves.
discord-outside = Je ne suis pas sur ce serveur, je ne réponds donc ici qu'à vous, et les échiquiers arrivent en messages privés. Pour y jouer devant les autres, qui gère le serveur peut m'inviter.
# The bot refuses a challenge with this if the challenged person cannot read the channel.
discord-unseen = { $name } ne peut pas voir ce salon et ne lirait donc jamais le défi. Défiez { $name } dans un salon que vous voyez tous les deux.
discord-absent = { $name } n'est pas sur ce serveur et ne lirait donc jamais le défi. Invitez { $name } d'abord, ou lancez le défi là où vous êtes tous les deux.
discord-private-thread = Je ne suis pas dans ce fil privé, je ne peux donc pas y écrire. Mentionnez-moi ici et j'y entrerai.

## These texts concern direct messages.

discord-closed = Je ne peux pas vous écrire directement, vous n'apprenez donc que dans le salon que c'est votre tour. Appuyez sur le nom de ce serveur, choisissez Paramètres de confidentialité, et autorisez les messages privés.
discord-answer-closed = J'ai une réponse qui n'est que pour vous, et je ne peux pas vous écrire directement. Utilisez ici mes commandes, comme /games, dont les réponses ne s'affichent que pour vous ; ou appuyez sur le nom de ce serveur, choisissez Paramètres de confidentialité, et autorisez les messages privés.
discord-slow = Discord tarde à répondre, je ne sais donc pas si je peux vous écrire directement. Réessayez /doctor dans une minute.
# The bot replies with this to a text that is no command.
discord-way-in = Je joue avec des coups et des commandes : écrivez un coup de votre partie, comme e2e4, ou help, ou / pour voir toutes les commandes.

## Discord shows these in the menu of a person or a message. Each has at most 32 characters.

menu-challenge = Défier…
menu-rules = Règles de cet échiquier

## Discord shows this below the command that opens the Activity. It has at most 100 characters.

discord-entry-point = Ouvrir l'échiquier ici, dans Discord
