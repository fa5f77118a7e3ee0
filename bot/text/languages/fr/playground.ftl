### The bot uses these texts on the local page only.

playground-closed = Je n'ai pas le droit de vous écrire directement, vous n'apprenez donc que dans le salon que c'est votre tour. Pour changer cela, cochez la case dans nos messages privés.
