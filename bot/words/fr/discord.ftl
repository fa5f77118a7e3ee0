### feature: discord
### What is different on Discord. The names of permissions and menus are those of Discord in French.

## What the bot may do in a channel.

discord-permitted = J'ai toutes les permissions dont j'ai besoin dans ce salon.
# $permissions is what Discord calls it, $what what the bot cannot do without.
discord-lacks = Il me manque la permission { $permission } dans ce salon, je ne peux donc pas { $what }. Qui gère le salon peut me la donner dans Modifier le salon, Permissions.

# What Discord calls each permission, and what it is for, as after "je ne peux donc pas".
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
permission-embeds = Intégrer des liens
permission-embeds-use = montrer de longs textes

## Direct messages.

discord-closed = Je ne peux pas vous écrire directement, vous n'apprenez donc que dans le salon que c'est votre tour. Appuyez sur le nom de ce serveur, choisissez Paramètres de confidentialité, et autorisez les messages privés.
