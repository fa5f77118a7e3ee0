### These texts describe and name commands and options, and reject unreadable ones. All languages share the names of
### commands. Each language has its own words for options and values; people can write the English ones too. Quotes mark text
### that a person wrote.

## The bot explains with these sentences why it cannot read a command.

command-empty = En tu mensaje no hay ningún comando. /help muestra lo que sé hacer.
command-too-long = Es demasiado largo para un comando: leo { $most } caracteres como máximo.
command-unknown = No conozco el comando «{ $name }». /help muestra todos los comandos.
command-unknown-nearest = No conozco el comando «{ $name }». ¿Querías decir /{ $nearest }? /help muestra todos los comandos.
command-unknown-option = /{ $command } no tiene la opción «{ $name }». Sus opciones son: { $known }.
command-no-options = /{ $command } no tiene la opción «{ $name }»: no tiene opciones.
command-surplus = /{ $command } no admite «{ $word }». Mira /help { $command }.
command-unnamed = No sé para qué es «{ $text }». Escribe { $meant }.
command-unnamed-person = No sé para qué es «{ $text }». Escribe { $meant }. Si es el nombre de alguien, escribe @{ $text }.
command-twice = La opción { $option } aparece dos veces. Ponla una sola vez.
command-missing = A /{ $command } le falta la opción { $option }. Por ejemplo: { $example }
# $flaws consists of sentences.
command-bad-options = { $flaws } Mira /help challenge.
command-bad = «{ $text }» no es un valor válido de la opción { $option }. Puede ser: { $expected }.
command-bad-empty = La opción { $option } está vacía. Puede ser: { $expected }.

## These phrases describe the values of an option; $expected above holds one.

expected-side = blancas, negras o azar; un nombre con espacios va entre comillas rectas, por ejemplo "Ann Lee"
expected-time = un tiempo por turno de 10m a 14d, como 1d; o para la partida y cada turno, como 3d+12h; o ninguno; o en la página de 1+0 a 60+30, como 5+3: 5 minutos, y 3 segundos después de cada turno
expected-quiet = dos horas del día, por ejemplo 22-7, o ninguno
expected-zone = una zona horaria, por ejemplo Europe/Madrid o UTC
# $changing and $fixed are time zones. The clocks of $fixed show the same time all year.
expected-zone-either = { $changing }, o { $fixed } si tus relojes no cambian en verano
expected-zone-place = la zona horaria de un lugar, por ejemplo Europe/Madrid, para que los avisos sigan a tus relojes cuando cambian en verano
expected-match = los cinco caracteres que nombran la partida, por ejemplo 4kq0z
expected-number = un número, por ejemplo 2

## The bot rejects options of a variant with these sentences.

flaw-options-too-long = Las opciones pueden tener { $most } caracteres como máximo.
flaw-no-such-option = { $variant } no tiene la opción «{ $name }»; sus opciones son { $known }.
flaw-no-options = { $variant } no tiene la opción «{ $name }»; no tiene opciones.
flaw-no-such-value = En { $variant }, la opción { $option } no puede ser «{ $value }»; puede ser { $known }.
flaw-option-twice = La opción { $option } aparece dos veces.
flaw-unreadable = No puedo leer estas opciones.

## A sentence describes each command, and a phrase below it describes each of its options. Each has at most 100 characters.

summary-challenge = Desafiar a alguien, o a cualquiera, a una partida aquí.
summary-challenge-variant = las reglas que jugar; sin esto, se eligen entre todas
summary-challenge-opponent = a quién desafiar; si falta, a cualquiera
summary-challenge-color = el bando que quieres: blancas, negras o azar
summary-challenge-options = opciones de la variante, por ejemplo objects=open
summary-challenge-time = el tiempo por turno, como 1d, o para la partida y cada turno, como 3d+12h
summary-challenge-rated = sí, si el resultado debe cambiar la puntuación de ambos jugadores
summary-challenge-open = sí, si cualquiera que sepa su código puede unirse desde otro lugar
summary-move = Hacer una jugada, o elegirla paso a paso.
summary-move-confirm = sí, para hacer sin más preguntas una jugada que pierde al instante
summary-plan = Prever respuestas que se juegan al instante; solo tú ves tu plan.
summary-plan-moves = una jugada rival, tu respuesta y así por turnos; borrar para cancelar; vacío: ver el plan
summary-plan-clear = para cancelar tu plan
summary-why = Explicar por qué una jugada es ilegal, o qué haría.
summary-board = Volver a mostrar aquí el tablero a todos.
summary-view = Mostrar tu propia vista del tablero; nadie más ve la respuesta.
summary-resign = Abandonar una partida.
summary-resign-match = qué partida
summary-resign-confirm = sí, para abandonar sin más preguntas
summary-draw = Ofrecer tablas, o aceptar las que se ofrecen.
summary-takeback = Pedir que se deshaga tu último turno, o aceptar lo que pide tu rival.
summary-pause = Ofrecer una pausa, aceptarla, o reanudar la partida.
summary-offer-match = en qué partida
summary-rematch = Desafiar a tu último rival a la revancha, con los colores cambiados, o aceptarla.
summary-rematch-match = de qué partida; si falta, de la última que jugaste
summary-join = Aceptar un desafío, también uno de otro lugar si sabes su código.
summary-join-match = el código del desafío, por ejemplo 4kq0z
summary-follow = Recibir una mención cuando termine una partida de otros, o deshacerlo.
summary-follow-match = qué partida; sin esto, la única que otros juegan aquí
summary-block = No recibir más desafíos de alguien; no lo sabrá hasta que te desafíe.
summary-block-person = de quién no quieres desafíos
summary-unblock = Volver a recibir desafíos de alguien, o ver a quién bloqueas.
summary-unblock-person = de quién quieres desafíos otra vez; sin esto, la lista
summary-games = Mostrar la lista de tus partidas y a quién le toca jugar.
summary-profile = Mostrar tus puntuaciones y tus últimas partidas puntuadas, o las de otra persona.
summary-profile-person = de quién; las tuyas si se omite
summary-leaderboard = Listar a los mejores jugadores por su puntuación.
summary-leaderboard-variant = en qué variante; en todas si se omite
summary-history = Mostrar la lista de jugadas de una partida.
summary-history-eyes = cuando termina: toda la partida como la vieron blancas, negras o todos, o todo
summary-replay = Recibir una partida como imagen animada.
summary-replay-match = qué partida
summary-replay-eyes = cuando termina: como la vieron blancas, negras o todos, o todo
summary-review = Ver dónde se decidió una partida terminada.
summary-review-match = qué partida; la última tuya si no se indica
summary-export = Recibir una partida registrada, como archivo de texto.
summary-verify = Comprobar que los dados de una partida terminada fueron justos.
summary-verify-match = de qué partida; si falta, de la última que jugaste
summary-settings = Elegir el aspecto de tus propias vistas del tablero, y tu idioma.
summary-settings-bottom = el bando de abajo: propio, blancas o turno
summary-settings-theme = los colores: habitual, claro, oscuro, contraste o impresión
summary-settings-pictures = las imágenes: normal, grande o texto
summary-settings-language = el idioma en que te respondo
summary-settings-letters = las letras de las piezas: inglesas o locales
summary-settings-confirm = sí, para confirmar cada una de tus jugadas
summary-reminders = Elige cómo te recuerdo que se acaba tu tiempo, y si los mensajes de tus partidas te mencionan.
summary-reminders-by = por mensaje privado, con una mención sin sonido o desactivado
summary-reminders-quiet = horas del día sin recordatorios, por ejemplo 22-7, o ninguno
summary-reminders-zone = tu zona horaria, por ejemplo Europe/Madrid
summary-reminders-bells = si los mensajes de tus partidas te mencionan: activado o desactivado
summary-rules = Abrir el manual: reglas de una variante, piezas, ejemplos y ejercicios.
summary-rules-variant = la variante; si falta, la lista de las que hay
summary-rules-topic = una pieza, un objeto, un efecto o una regla; si falta, un resumen
summary-rules-here = sí, para decir qué significa la página en el tablero de tu partida
summary-rules-picture = cuál de las imágenes de la página mostrar: 2 para la segunda
summary-rules-move = tu respuesta a un ejercicio, por ejemplo c2c4
summary-rules-match = con aquí: en qué partida, si juegas varias en este canal
summary-doctor = Comprobar qué funciona para ti aquí, y decir qué hacer con lo demás.
summary-help = Mostrar todos los comandos, o explicar uno.
summary-help-command = el comando que se explica
# Several commands share these descriptions of options.
summary-any-move = la jugada: casillas (e2g4) o notación corta (Nf3)
summary-any-match-in = en qué partida, si juegas varias aquí
summary-any-match-of = de qué partida

## /help and refusals show these examples of commands.

example-challenge = /challenge berolina @Ann color:blancas
example-move = /move e2g4
example-plan = /plan e7g5 Nf3
example-why = /why e2e4
example-join = /join 4kq0z
example-block = /block @Ann
example-settings = /settings colores:oscuro
example-reminders = /reminders por:mención silencio:22-7 zona:Europe/Paris
example-rules = /rules baroque pincer
example-help = /help challenge

## An option has a name of lower-case letters. No other option of the same command has that name in any language.

option-variant = variante
option-opponent = rival
option-person = persona
option-color = color
option-options = opciones
option-rated-match = puntuada
option-open = abierto
option-time = tiempo
option-by = por
option-quiet = silencio
option-zone = zona
option-move = jugada
option-moves = jugadas
option-match = partida
option-confirm = confirmar
option-eyes = vista
option-bottom = abajo
option-theme = colores
option-pictures = imágenes
option-language = idioma
option-letters = letras
option-topic = tema
option-here = aquí
option-picture = imagen
option-command = comando

## An option takes these words as values. The same rules apply to them.

choice-random = azar
choice-white = blancas
choice-black = negras
choice-everybody = todos
choice-everything = todo
choice-yes = sí
choice-no = no
choice-own = propio
choice-mover = turno
choice-usual = habitual
choice-none = ninguno
choice-clear = borrar
choice-private = privado
choice-mention = mención
choice-off = desactivado
choice-light = claro
choice-dark = oscuro
choice-high-contrast = contraste
choice-print = impresión
choice-normal = normal
choice-large = grande
choice-text = texto
choice-english = inglesas
choice-local = locales

# A person writes one of these words for a match without ratings. Blanks separate them, and no option has such a name.
words-unrated = amistosa amistoso informal

## Completion suggests a word with its meaning while a person types.

completion = { $word } — { $what }
completion-default = { $word } (por defecto) — { $what }
# Completion names a challenge with this.
completion-challenge = desafío de { $name }
completion-topic = { $title } ({ $names })
# $move is in short notation, $piece is the piece that moves: "Nc3 (long leaper)".
completion-move = { $move } ({ $piece })
completion-match = { $players } ({ $variant })
# $count is the number of suggestions that are not shown.
completion-more = … y { $count } más: sigue escribiendo
