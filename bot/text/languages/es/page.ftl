### The local page shows these texts of its own.

## The frame of the chat and the form to sign in show these.

page-title = Oddboard en local
page-description = Oddboard: variantes raras del ajedrez, contra el programa o un amigo.
page-no-script = El chat necesita JavaScript. Sin él puedes leer el manual y ver partidas.
page-intro = Variantes raras del ajedrez, arbitradas en un chat.
page-welcome-back = Hola de nuevo
page-somebody-new = O usa un nombre nuevo
page-your-name = Elige un nombre
page-sign-in = Entrar
page-each-tab = Cada pestaña puede tener su jugador: abre otra para jugar contra ti.
page-new-here = ¿Es la primera vez que ves estos juegos?
page-handbook-link = Sus reglas están en el manual.
page-skip = Ir al cuadro de mensaje
page-places = Canales y personas
page-close-places = Cerrar la lista de salas
page-channels = Canales
page-direct = Mensajes directos
page-people = Personas
page-switch = Cambiar
page-switch-person = Cambiar de jugador
page-switch-hint = Jugar con otro nombre en esta pestaña
page-may-write = Permitir mensajes directos de Oddboard
page-messages = Mensajes
page-message = Mensaje
page-send = Enviar
page-say-help = Escribe una barra para los comandos. Mientras hay sugerencias: las flechas eligen, Tab inserta, Escape cierra.
page-picture = Imagen
page-close = Cerrar

## The chat shows these while people use it. The scripts of the page fill in the arguments.

page-continue-as = Seguir como { $name }
page-forget = Olvidar en este navegador
page-forget-name = Olvidar a { $name } en este navegador
page-forget-ask = ¿Olvidar a { $name }? Después nadie podrá entrar con ese nombre.
page-stranger = Tu sesión se ha cerrado. Entra de nuevo.
page-connecting = Conectando…
page-connected = Con conexión
page-late = Aún sin respuesta. Se sigue intentando…
page-lost = Conexión perdida. Nuevo intento en { $seconds } s.
page-told-everybody = Dijiste a todos:
page-you-pressed = Pulsaste
page-you-wrote = Escribiste
page-you-chose = Elegiste
page-you-said = Tú:
page-unread = { $place }, { $number } sin leer
page-people-here = Personas — { $number } aquí
page-is-here = está aquí
page-is-away = no está
page-you = tú
page-empty-direct = Aquí aparecen los mensajes privados de Oddboard para ti. Prueba:
page-empty-channel = Escribe un comando abajo, o pulsa uno para ponerlo ahí:
page-just-you = Solo tú y Oddboard
page-welcome = Te damos la bienvenida a { $place }
page-nobody-else = ¿No hay nadie más? Abre esta página en otra pestaña y juega contra ti.
page-about-direct = Solo tú y el bot leen esto
page-about-games = Un lugar más tranquilo para jugar
page-about-lobby = Conocerse, hablar, desafiarse
page-suggestions = Sugerencias
page-suggestions-hint = ↑ ↓ elegir · Tab insertar · Esc cerrar
page-hint-direct = A Oddboard, por ejemplo /help
page-hint-channel = { $place }: mensaje o /comando
page-message-in = Mensaje en { $place }
page-messages-in = Mensajes en { $place }
page-newest = Mensajes más recientes ↓
page-new-message = 1 mensaje nuevo ↓
page-new-messages = { $number } mensajes nuevos ↓
page-new = Nuevo
page-edited = editado
page-waiting = Esperando la respuesta…
page-hint-slash = Si era para Oddboard, empieza con una barra:
page-try-again = Reintentar
page-only-you = Solo tú ves esto
page-dismiss = Descartar
page-bot = Bot
page-enlarge = Ampliar
page-missing-picture = No se pudo cargar la imagen. Pulsa para reintentar.
page-actions = Acciones
page-today = Hoy
page-yesterday = Ayer
page-unreachable = No se puede llegar a Oddboard. Reinténtalo cuando vuelva: cuenta una sola vez.
page-wrong = Algo salió mal.

## The server of the page refuses requests with these reasons.

page-stranger-here = Entra primero.
page-hurry = Fue demasiado rápido. Espera un momento y reinténtalo.
page-slow = Tardó demasiado en llegar. Reinténtalo.
page-bug = Algo se rompió en Oddboard; su registro dice qué. Reinténtalo.
page-stopping = Oddboard se está deteniendo. Reinténtalo cuando vuelva.
page-no-game = Esta partida no existe o no puedes verla.
page-no-board = El tablero no se puede dibujar ahora mismo. No ha cambiado nada. Reinténtalo.
page-unstored = Oddboard no pudo leer o escribir sus datos, así que nada está confirmado. Reinténtalo.
page-too-long = Es demasiado largo para un mensaje o un comando. Acórtalo y reinténtalo.
page-not-understood = La página envió algo que Oddboard no entiende. Recárgala.
page-nothing = Aquí no hay nada.
page-not-ours = Ese botón o entrada no es de aquí.
page-no-channel = No existe ese canal. Recarga la página.
page-bad-id = Un identificador tiene de 1 a 40 letras, cifras y guiones.
page-empty = El mensaje está vacío.
page-long-message = Un mensaje tiene como mucho { $most } caracteres y este tiene { $number }. Acórtalo.
page-picture-gone = Esta imagen ya no está.
page-no-answer = Oddboard no respondió a tiempo. Reinténtalo: cuenta una sola vez.
page-own-address = Oddboard solo responde en { $address }.
page-not-encrypted = Abre { $address }. Si ves esto en esa dirección, su proxy no envía X-Forwarded-Proto: https.
page-no-guests = Aquí puedes mirar, aprender y resolver problemas. Para jugar, escribe /board en tu chat, o pulsa «Jugar en el tablero».
page-own-page = Solo la página de Oddboard puede hacer esto; otros programas envían la cabecera Origin o Authorization.
page-name-taken = El nombre { $name }, o uno que se ve igual, ya está tomado. Si es el tuyo, entra donde lo elegiste. Si no, elige otro.
page-full = Hay demasiada gente aquí. Entra con un nombre que ya hayas usado.
page-name-empty = Un nombre necesita al menos una letra. Elige cómo quieres que te llamen.
page-name-long = Ese nombre es demasiado largo: como mucho { $most } caracteres. Elige uno más corto.
page-name-invisible = Ese nombre contiene caracteres invisibles o de control. Escríbelo sin ellos.
page-name-marks = Ese nombre amontona signos sobre una letra, o empieza por uno. Escríbelo sin ellos.
page-name-sign = Un nombre no puede contener comillas dobles, ni empezar por @, / o <@, ni acabar en ]: significan otra cosa. Quítalos.
page-name-bot = { $name } es el nombre del bot, o se le parece. Elige otro.

## The pages of the handbook show these.

page-rules-title = El manual
page-rules-intro = Las reglas de cuatro variantes raras del ajedrez, para quien sabe jugar al ajedrez.
page-rules-contents = Contenido
page-rules-all = Todas las variantes
page-rules-missing = El manual no tiene esa página.
page-rules-untold = Reglas que no necesitas para jugar
page-rules-solution = Solución
page-rules-step = Ver las { $number } imágenes una a una
page-rules-back = Volver a «{ $section }»
page-rules-from = Desde { $square }: { $squares }
page-rules-show = Mostrar las jugadas de:
page-rules-part = Página { $number } de { $count }
page-rules-before = ← { $section }
page-rules-after = { $section } →
page-rules-pages = Páginas
page-rules-play = Jugar esta variante

## The first screen shows these.

page-home-chat = Chat
page-home-handbook = Manual
page-home-title = Cuatro variantes insólitas del ajedrez
page-home-lead = Juega contra Oddboard o contra un amigo. No hace falta ninguna cuenta.
page-home-no-script = Sin JavaScript puedes leer el manual. Para jugar hace falta JavaScript; no se carga nada de ningún otro sitio.
page-home-picture = { $variant }: una posición de una partida
page-home-bot = Jugar contra el ordenador
page-home-friend = Retar a un amigo
page-home-learn = Aprender jugando
page-home-puzzles = Problemas
page-puzzle = { $variant }: problema { $number }
page-puzzle-before = ← Problema anterior
page-puzzle-after = Problema siguiente →
page-continue = Continuar
page-games = Tus partidas
page-game-your-turn = Te toca contra { $name }
page-game-waiting = Esperando a { $name }
page-game-challenging = Falta que { $name } acepte
page-game-open = Esperando a un rival
page-game-challenged = { $name } te reta
page-game-paused = En pausa, contra { $name }
page-game-copy = Copiar el enlace
page-game-copied = Enlace copiado. Envíaselo a tu rival.
page-game-cancel = Cancelar
page-playing = Partidas en curso
page-playing-names = { $white } – { $black }

## The dialog of a new game shows these.

page-new-opponent = Rival
page-new-computer = Ordenador
page-new-friend = Un amigo
page-new-level = Nivel
page-new-color = Tu color
page-new-random = Al azar
page-new-white = Blancas
page-new-black = Negras
page-new-time = Tiempo
page-new-rated = Clasificación
page-new-play = Jugar

## The dialog of settings shows these.

page-settings = Ajustes
page-language-usual = El del navegador
page-theme = Tema
page-theme-usual = Sistema
page-theme-light = Claro
page-theme-dark = Oscuro
page-theme-high-contrast = Alto contraste
page-theme-print = Gris
page-squares = Tablero
page-squares-slate = Pizarra
page-squares-moss = Musgo
page-squares-walnut = Nogal
page-squares-lagoon = Laguna
page-squares-plum = Ciruela
page-pieces = Piezas
page-pieces-standard = Clásicas
page-pieces-flat = Planas
page-pieces-letters = Letras
page-sounds = Sonidos
page-volume = Volumen
page-confirm = Preguntar antes de cada jugada
page-notify = Avisarme cuando esta página esté en segundo plano
page-push = Avisar en este dispositivo cuando me toque, aunque esta página esté cerrada
page-push-failed = Este navegador no puede recibir avisos: no llega a su servicio de notificaciones. Inténtalo más tarde.
page-push-off = Esta página no avisa a los dispositivos.
page-push-refused = Esta página no puede usar el servicio de notificaciones de este navegador. El operador puede permitirlo.

## The page of a match and the boards of the handbook show these.

page-board-rules = Reglas
page-board-no-script = Para jugar hace falta JavaScript. Este es el tablero como todos pueden verlo; vuelve a cargar la página para ver la jugada siguiente.
page-board-board = Tablero
page-board-moves = Jugadas
page-board-flip = Girar el tablero
page-board-share = Compartir
page-board-shared = Copiado: { $address }. Quien tenga este enlace puede mirar la partida, sin nombre.
page-board-gif = Guardar como GIF
page-board-gif-private = Solo sus jugadores pueden abrir esta partida. Puedes guardarla como animación.
page-board-pin = Mantener a la vista
page-board-unpin = Devolver el tablero a su sitio
page-board-notify-refused = El navegador no permite avisos de esta página. Puedes permitirlos en su configuración.
page-board-invite = Copia el enlace y envíaselo a un amigo, o ábrelo en otra pestaña. La partida empieza cuando alguien acepta.
page-board-eyes = Mostrar
page-board-eyes-everything = todo
page-board-eyes-everybody = lo que vieron todos
page-board-eyes-white = lo que vieron las blancas
page-board-eyes-black = lo que vieron las negras
page-board-steps = Recorrer las jugadas
page-board-first = Primera posición
page-board-back = Jugada anterior
page-board-on = Jugada siguiente
page-board-last = Última posición
page-board-grid = Tablero de ajedrez. Las flechas van de casilla en casilla, Intro elige.
page-board-reserve = En la reserva
page-board-choose = Elige
page-board-choose-promotion = Coronar como
page-board-choose-define = Definir la pieza como
page-board-choose-unseen = Mover a la vista o en secreto (una vez por partida)
page-board-choose-shell = Mover o disparar el caparazón (una vez por partida)
page-board-choose-swap = Mover o intercambiar
page-board-choose-drop = Colocar una pieza
page-board-choose-lost = Nombrar la pieza capturada
page-board-cancel = Cancelar
page-board-sending = Enviando la jugada…
page-board-empty = { $square }, vacía
page-board-chosen = casilla elegida
page-board-target = se puede elegir
page-board-captures = captura en { $squares }
page-board-cause = impide la jugada
page-board-until = El tiempo se acaba
page-clock-first = primera jugada en { $seconds } s
page-board-your-turn = Te toca
page-board-review = Análisis
page-board-reviewing = Oddboard está analizando la partida…
# $white and $black are expected scores in percent, by the knowledge of the chosen viewer.
page-board-score = Puntuación esperada: blancas { $white } %, negras { $black } %
page-study-try = Probar en el tablero
page-study-show = Mostrar la jugada
page-study-again = Volver a empezar
page-study-next = Siguiente
page-learn-step = Paso { $number } de { $count }
page-learn-over = Esa fue tu primera partida. Ahora juega una de verdad.
page-board-open = Abrir la partida
page-board-talk = Chat: { $place }
page-board-talk-empty = Aquí aún no se ha dicho nada.
page-board-earlier = Estás viendo una posición anterior.
page-board-return = Volver a la partida
page-board-mistake = error
page-board-blunder = error grave
# $move is the last move in short notation.
page-board-course = Curso de la partida. Las flechas recorren las jugadas.
page-board-course-at = { $move }: blancas { $white } %, negras { $black } %
page-board-talk-sign-in = Entra para leer y escribir en el chat de esta partida
page-board-plan = jugada prevista
page-board-planned = Jugada prevista: de { $from } a { $to }. Se juega cuando te toque. Pulsa Escape o una casilla para anularla.

## The analysis board shows these. $line is a list of moves in short notation.

page-analysis-title = Tablero de análisis
page-analysis-no-script = El tablero de análisis necesita JavaScript. Sin él puedes leer el manual y mirar partidas.
page-analysis-open = Analizar
page-analysis-engine = Motor
page-analysis-who = El motor calcula para cada persona por turno, así que pregunta quién eres.
page-analysis-thinking = Oddboard está pensando…
page-analysis-copy = Copiar la posición
page-analysis-copied = Copiado.
page-analysis-refused = El navegador no permite copiar. Copia el texto de aquí: { $text }
page-analysis-edit = Editar la posición
page-analysis-pieces = Piezas
page-analysis-place = Pulsa una pieza y luego casillas. Pulsa otra vez la misma casilla para vaciarla.
page-analysis-eraser = Borrador
page-analysis-empty = Vaciar el tablero
page-analysis-turn = Turno
page-analysis-variant = Variante
page-analysis-position = Posición como texto (vacío para la posición inicial)
page-analysis-variation = Variante de la partida
page-analysis-best = Mejor línea: { $line }
