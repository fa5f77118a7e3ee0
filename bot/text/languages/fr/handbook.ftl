### These texts surround the pages of the handbook. $variant is the title of a variant, $name is its name in commands. $id is
### the id of a section, such as "pincer" or "Q27".

contents-head = Voici les variantes que j'arbitre ; l'image montre comment chacune commence. /rules suivi du nom d'une variante ouvre son manuel, et avec un sujet en plus, la page sur ce sujet : /rules baroque pincer.
# The picture with the first positions of all variants has this alternative text.
contents-alt = { $count } échiquiers, les Blancs en bas. { $boards }
no-topic = Il n'y a pas de page « { $text } » dans le manuel { $variant }. Les plus proches : { $nearest }. /rules { $name } mène à toutes les pages.

# page-in-english marks a page without a translation. In page-untold, $names are paragraphs of the law without a page: "R1 to
# R12".
page-in-english = { $title } (anglais)
page-paragraph = { $title } : { $text }
page-untold = { $names } : { $why }
page-limit = Une partie est nulle après le coup { $turns }, et je préviens { $warning } coups avant.
page-tasks = Choisissez un coup ci-dessous, ou écrivez-en un : /rules { $name } { $id } coup:e2e4 est le coup de e2 à e4.
page-rest = La suite : /rules { $name } { $id }.
page-rest-overview = La suite : /rules { $name }.
page-more = Pour en lire plus, /rules { $name } suivi de l'un de ces mots : { $ids }.
index-chapters = Chapitres : { $ids }.
index-steps = La première partie, coup par coup : { $ids }.
index-topics = Pièces et autres sujets : { $ids }.
index-rules = Règles, une par une : { $ids }.
index-tasks = À résoudre : { $ids }.

## The bot judges an answer to a practice position. $move is in short notation.

tried-right = ✓ Juste : { $move }. L'exercice suivant est /rules { $name } { $id }.
tried-right-last = ✓ Juste : { $move }. C'était le dernier exercice.
# The move captures too few pieces, and $count is their number.
tried-wrong-captures = { $count ->
    [0] ✗ Pas tout à fait : { $move } ne prend rien. Essayez un autre coup.
    [one] ✗ Pas tout à fait : { $move } ne prend que { $count } pièce. Essayez un autre coup.
   *[other] ✗ Pas tout à fait : { $move } ne prend que { $count } pièces. Essayez un autre coup.
}
tried-wrong-check = ✗ Pas tout à fait : { $move } ne donne pas échec. Essayez un autre coup.
# $side is the side that replies.
tried-wrong-reply = ✗ Pas tout à fait : { $move } ne gagne pas, car les { $side } peuvent répondre { $reply }. Essayez un autre coup.
tried-wrong-win = ✗ Pas tout à fait : { $move } ne gagne pas. Essayez un autre coup.
tried-illegal = ✗ « { $text } » est illégal : { $why } (règle : { $law }). Essayez un autre coup.
tried-ambiguous = ✗ « { $text } » peut désigner plusieurs coups : { $moves }. Écrivez l'un d'eux.
tried-unreadable = ✗ Je n'arrive pas à lire « { $text } » comme un coup. Écrivez la case de départ et la case d'arrivée, par exemple e2e4.

## The bot judges a move on a board of the handbook. $move is in short notation.

study-unknown = Le manuel n'a pas cet échiquier. Rechargez la page.
study-impossible = Cela ne peut pas se jouer ici. Rechargez la page.
study-right = ✓ Juste : { $move }.
study-other = { $move } est légal, mais cette étape demande un autre coup.

## The server refuses a request of the analysis board with these, or describes a forced win.

analysis-bad-start = Ce n'est pas une position de la variante. Copiez le texte d'une position depuis un échiquier d'analyse, ou laissez-le vide pour la position de départ.
# $side is "White" or "Black".
analysis-kings = Les { $side } ont besoin d'exactement un roi. Ajoutez ou retirez des rois.
analysis-no-kings = Il n'y a pas de roi sur l'échiquier. Ajoutez-en un.
analysis-pawn = Aucun pion ne peut se trouver en { $square }. Retirez-le.
analysis-check = Les { $side } sont en échec, mais l'autre camp a le trait. Changez le trait, ou les pièces.
analysis-pieces = Les { $side } peuvent avoir { $number } pièces au plus. Retirez-en.
analysis-bad-line = Ces coups ne peuvent pas se jouer ici. Recommencez depuis la position.
analysis-too-long = Cette suite de coups est trop longue pour l'échiquier d'analyse. Placez une position plus avancée comme nouveau départ.
analysis-busy = L'échiquier d'analyse est trop demandé. Réessayez dans un instant.
analysis-no-decision = Personne n'a le trait ici, il n'y a donc pas de meilleure ligne.
engine-line-busy = Oddboard réfléchit déjà pour vous, ou pour trop d'autres. Réessayez dans un instant.
analysis-during-a-match = Le moteur n'aide pas tant que vous jouez à { $variant } contre une personne.
# $side is "White" or "Black".
analysis-wins = { $moves ->
    [one] Les { $side } gagnent en un coup.
   *[other] Les { $side } gagnent par force en { $moves } coups au plus.
}
# A piece that the editor can place.
analysis-piece = { CAPITAL($piece) } ({ $color })

## A page with here:yes introduces its part about a match with these.

here-head = Dans la partie { $id } :
here-nothing = Dans la partie { $id }, il n'y a rien à ajouter à cette page pour l'instant.

## A picture has one of these captions. $caption is a sentence.

picture-only = Image. { $caption }
picture-of = Image { $number } sur { $count }. { $caption }
picture-of-more = Image { $number } sur { $count } (image:{ $next } pour la suivante). { $caption }
caption-before = Avant : { $caption }
caption-after = Après : { $caption }
caption-move = { $move } : { $caption }
glance-moves = Où va la pièce depuis { $square } : { $legend }.
glance-betza = Notation Betza : { $betza }
glance-betza-value = Valeur : { $value }. Notation Betza : { $betza }

## A page has these menus and buttons.

menu-try = Essayer un coup
menu-chapters = Chapitres
menu-topics = Pièces et autres sujets
menu-in-part = Dans cette section
menu-see-also = Voir aussi
menu-beside = Pages voisines
button-rule = Règle
button-picture-back = ◀ Image
button-picture-next = Image ▶
button-overview = Aperçu
# This button opens the next practice position.
button-next-task = Suivant ▶
