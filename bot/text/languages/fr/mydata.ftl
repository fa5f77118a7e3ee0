### /mydata describes, exports and deletes the data of a person.

summary-mydata = Voir ce que je garde de vous, le recevoir en fichier ou le faire supprimer.

# The bot shows this in place of the name of a deleted player.
deleted-player = un joueur supprimé

mydata-told = Je garde vos parties avec leurs coups, vos défis, vos réglages, vos vacances, vos plans, les personnes que vous bloquez, les parties que vous suivez, vos classements, vos problèmes, vos comptes liés et, sur la page web, votre nom, vos messages et vos sessions. Exporter vous donne tout dans un fichier. Supprimer mes données met fin à vos parties en cours et supprime le reste ; vos adversaires gardent les parties finies, avec « un joueur supprimé » à la place de votre nom.
button-mydata-export = Exporter
button-delete-me = Supprimer mes données
mydata-file = Voici, dans un fichier, tout ce que je garde de vous. Ce qui vous est caché dans une partie n'y est pas.
mydata-left-out = { $n ->
    [one] Avec { $n } partie de plus, le fichier serait trop long. Il en donne le nom, et /export donne la partie enregistrée.
   *[other] Avec { $n } parties de plus, le fichier serait trop long. Il en donne les noms, et /export donne chaque partie enregistrée.
}
ask-delete = Voulez-vous vraiment que je vous supprime ? Vos parties en cours prennent fin aussitôt : celles qui viennent de commencer sont annulées, les autres abandonnées. Vos réglages, vos plans, vos vacances, les personnes que vous bloquez, les parties que vous suivez et vos classements sont perdus. C'est irréversible.
ask-delete-yes = Oui, supprimer mes données
done-deleted = C'est fait : vos données sont supprimées. Les sauvegardes faites à partir de maintenant ne vous nomment plus. Restent : ce qui a été affiché sur Discord et sur Matrix, ce que d'autres ont écrit eux-mêmes et, dans la preuve des dés d'une partie, le numéro du clic qui l'a acceptée, qui ne nomme personne. Ce que vous ferez désormais est de nouveau gardé.
deleted-in-part = Vos parties et vos réglages sont supprimés, mais pas encore tout le reste, comme votre nom. Veuillez demander la suppression encore une fois, avec chacun de vos comptes sur : { $platforms }. Pour cela, écrivez-y /mydata.
done-deleted-damaged = { $n ->
    [one] { $n } partie est endommagée et vous nomme peut-être encore. Demandez à qui fait tourner le bot de la supprimer.
   *[other] { $n } parties sont endommagées et vous nomment peut-être encore. Demandez à qui fait tourner le bot de les supprimer.
}
refusal-mydata-unread = Je ne peux pas lire à l'instant tout ce que je garde de vous. Veuillez réessayer plus tard.
refusal-delete-off = Je n'ai pas accès pour l'instant à { $platforms }, où se trouve un de vos comptes : rien n'est donc encore supprimé. Veuillez réessayer plus tard, ou déliez d'abord ce compte : /link.
refusal-delete-again = Une de vos parties n'a pas pu prendre fin à l'instant, donc tout n'est pas supprimé. Veuillez réessayer.
refusal-opponent-deleted = Votre adversaire a fait supprimer ses données : il ne peut pas y avoir de revanche.
