### These texts surround the pages of the handbook. $variant is the title of a variant, $name is its name in commands. $id is
### the id of a section, such as "pincer" or "Q27".

contents-head = Estas son las variantes que arbitro; la imagen muestra cómo empieza cada una. /rules con el nombre de una abre su manual. Añade un tema para abrir su página: /rules baroque pincer.
# The picture with the first positions of all variants has this alternative text.
contents-alt = { $count } tableros, las blancas abajo. { $boards }
no-topic = El manual de { $variant } no tiene la página «{ $text }». Las más parecidas: { $nearest }. /rules { $name } lleva a todas las páginas.

# page-in-english marks a page without a translation. In page-untold, $names are paragraphs of the law without a page: "R1 to
# R12".
page-in-english = { $title } (inglés)
page-paragraph = { $title }: { $text }
page-untold = { $names }: { $why }
page-limit = La partida termina en tablas después del turno { $turns }; aviso { $warning } turnos antes.
page-tasks = Elige una jugada abajo, o escríbela: /rules { $name } { $id } jugada:e2e4 es la jugada de e2 a e4.
page-rest = Sigue leyendo: /rules { $name } { $id }.
page-rest-overview = Sigue leyendo: /rules { $name }.
page-more = Para leer más, añade a /rules { $name } una de estas palabras: { $ids }.
index-chapters = Capítulos: { $ids }.
index-steps = La primera partida, jugada a jugada: { $ids }.
index-topics = Piezas y otros temas: { $ids }.
index-rules = Reglas, una por una: { $ids }.
index-tasks = Para resolver: { $ids }.

## The bot judges an answer to a practice position. $move is in short notation.

tried-right = ✓ Correcto: { $move }. El siguiente ejercicio es /rules { $name } { $id }.
tried-right-last = ✓ Correcto: { $move }. Era el último ejercicio.
# The move captures too few pieces, and $count is their number.
tried-wrong-captures = { $count ->
    [0] ✗ No del todo: { $move } no captura nada. Prueba otra jugada.
    [one] ✗ No del todo: { $move } solo captura { $count } pieza. Prueba otra jugada.
   *[other] ✗ No del todo: { $move } solo captura { $count } piezas. Prueba otra jugada.
}
tried-wrong-check = ✗ No del todo: { $move } no da jaque. Prueba otra jugada.
# $side is the side that replies.
tried-wrong-reply = ✗ No del todo: { $move } no gana, porque las { $side } pueden responder { $reply }. Prueba otra jugada.
tried-wrong-win = ✗ No del todo: { $move } no gana. Prueba otra jugada.
tried-illegal = ✗ «{ $text }» es ilegal: { $why } (regla: { $law }). Prueba otra jugada.
tried-ambiguous = ✗ «{ $text }» podría ser varias jugadas: { $moves }. Escribe una de ellas.
tried-unreadable = ✗ No puedo leer «{ $text }» como jugada. Escribe la casilla donde empieza y la casilla donde termina, por ejemplo e2e4.

## The bot judges a move on a board of the handbook. $move is in short notation.

study-unknown = El manual no tiene ese tablero. Vuelve a cargar la página.
study-impossible = Eso no se puede jugar aquí. Vuelve a cargar la página.
study-right = ✓ Correcto: { $move }.
study-other = { $move } es legal, pero este paso pide otra jugada.

## The server refuses a request of the analysis board with these, or describes a forced win.

analysis-bad-start = Esta no es una posición de la variante. Copia el texto de una posición de un tablero de análisis, o déjalo vacío para la posición inicial.
# $side is "White" or "Black".
analysis-kings = Las { $side } necesitan exactamente un rey. Añade o quita reyes.
analysis-no-kings = No hay ningún rey en el tablero. Añade uno.
analysis-pawn = Ningún peón puede estar en { $square }. Quítalo.
analysis-check = Las { $side } están en jaque, pero el turno es del otro bando. Cambia el turno o las piezas.
analysis-pieces = Las { $side } pueden tener { $number } piezas como máximo. Quita algunas.
analysis-bad-line = Estas jugadas no se pueden hacer aquí. Vuelve a empezar desde la posición.
analysis-too-long = Esta línea es demasiado larga para el tablero de análisis. Pon una posición posterior como nuevo inicio.
analysis-busy = El tablero de análisis está ocupado. Inténtalo de nuevo en un momento.
analysis-no-decision = Aquí no juega nadie, así que no hay mejor línea.
engine-line-busy = Oddboard ya está pensando para ti, o para demasiados otros. Inténtalo de nuevo en un momento.
analysis-during-a-match = El motor no ayuda mientras juegas a { $variant } contra una persona.
# $side is "White" or "Black".
analysis-wins = { $moves ->
    [one] Las { $side } ganan en una jugada.
   *[other] Las { $side } ganan de forma forzada en { $moves } jugadas como máximo.
}
# A piece that the editor can place.
analysis-piece = { CAPITAL($piece) } ({ $color })

## A page with here:yes introduces its part about a match with these.

here-head = En la partida { $id }:
here-nothing = En la partida { $id } no hay nada que añadir a esta página por ahora.

## A picture has one of these captions. $caption is a sentence.

picture-only = Imagen. { $caption }
picture-of = Imagen { $number } de { $count }. { $caption }
picture-of-more = Imagen { $number } de { $count } (sigue imagen:{ $next }). { $caption }
caption-before = Antes: { $caption }
caption-after = Después: { $caption }
caption-move = { $move }: { $caption }
glance-moves = Movimientos desde { $square }: { $legend }.
glance-betza = Notación Betza: { $betza }
glance-betza-value = Valor: { $value }. Notación Betza: { $betza }

## A page has these menus and buttons.

menu-try = Probar una jugada
menu-chapters = Capítulos
menu-topics = Piezas y otros temas
menu-in-part = En esta parte
menu-see-also = Ver también
menu-beside = Páginas vecinas
button-rule = Regla
button-picture-back = ◀ Imagen
button-picture-next = Imagen ▶
button-overview = Resumen
# This button opens the next practice position.
button-next-task = Siguiente ▶
