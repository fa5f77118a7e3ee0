### The bot uses these texts on Matrix only. It replaces the slash of a command, such as /help, by its prefix.

## The bot greets the members of a room that it joins.

matrix-greeting = Arbitro variantes raras del ajedrez. /help dice qué sé hacer, /challenge berolina abre una partida.
matrix-greeting-direct = Arbitro variantes raras del ajedrez. Escribe help para ver qué sé hacer; aquí no hace falta prefijo.
# The bot gives this topic to a direct chat that it opens.
matrix-direct-topic = Lo que te digo solo a ti: respuestas, vistas y tus turnos. Escribe help para ver qué sé hacer; aquí no hace falta prefijo.

## These texts explain how to choose without buttons.

# $signs is "✅ Aceptar · ❌ Rechazar".
matrix-choose-sign = { $signs }: reacciona con el signo o responde con la palabra.
# $words is "Reclamar la victoria · Dar un día más".
matrix-choose-word = Responde con uno de estos textos: { $words }.
# The bot puts this below a numbered list.
matrix-choose-number = Responde con el número de lo que eliges, o reacciona con él: de 1️⃣ a 9️⃣.
# The bot puts this below a numbered list of opponents, because a person can also name a member of the room.
matrix-choose-person = Responde con el número de lo que eliges, o reacciona con él: de 1️⃣ a 9️⃣. Para desafiar a una persona, escribe su nombre o su cuenta, por ejemplo @bob:example.org.
# The bot accepts this as another word for "anybody".
matrix-anyone = cualquier persona
# The bot accepts this word in place of ❌, as it accepts "yes" in place of ✅.
matrix-no = no
# $title is "Partida 4kq0z, Berolina", $label is "Tu jugada".
matrix-form = { $title }: { $label }, por ejemplo { $example }. Escríbela aquí.

## The bot comments on a message in the room of that message. $account is the account of the bot.

matrix-answer-closed = Tengo una respuesta solo para ti y no puedo escribirte directamente. Abre un chat directo conmigo, { $account }, y vuelve a preguntar allí; en él no hace falta prefijo.
matrix-changed = No leo los cambios: cuenta la primera versión de tu mensaje. Envía lo nuevo en otro mensaje.
matrix-taken-back = Ya había leído tu mensaje antes de que se eliminara, así que sigue contando.
matrix-sealed = No puedo leer lo que escribiste aquí: tu cliente no me ha enviado la clave. Envíalo otra vez. Si eso no ayuda, cierra las sesiones que no usas o escribe en una sala que no esté cifrada. Solo lo digo una vez.
matrix-unsigned = Te he respondido en nuestro chat directo y no puedes leer la respuesta: el chat está cifrado y no has verificado tu sesión. Verifícala en los ajustes de tu cliente y vuelve a preguntar. Quien me gestiona puede dejar que todas las sesiones me lean: keys = "all" bajo [matrix] en mi configuración. Esto lo digo una sola vez.
# The bot adds this reaction of a few words if a person cannot read it without a verified session.
matrix-unsigned-sign = 🔏 Verifica tu sesión para leerme
# The bot sends this to a person who verifies it by emoji.
matrix-verify = Compara los emojis que muestra tu cliente con los de mi registro. Confirma solo si son los mismos.
# The bot gives this reason when it removes a message.
matrix-removed = Revela un secreto de una partida. No se jugó nada: escríbemelo en un chat directo.
# The bot puts this below a challenge to a variant with secrets.
matrix-secrets-stay = No puedo eliminar mensajes en esta sala, así que una jugada escrita aquí que revele un secreto se quedaría a la vista de todos. Escríbeme tus jugadas en un chat directo.
matrix-widget = No puedo añadir el tablero a esta sala como widget. Quien administra la sala puede permitírmelo: en Ajustes de la sala, Roles y permisos, poner el nivel de autoridad para «Modificar widgets» (im.vector.modular.widgets) en el mío, y escribir /board otra vez. O añadirlo a mano: /addwidget { $url }

## /doctor reports permissions, signatures and encryption in a room.

matrix-speaks = Puedo hablar en esta sala.
matrix-mute = No puedo hablar en esta sala, así que no puedo publicar desafíos ni tableros. Quien administra la sala puede subir mi nivel de autoridad en Ajustes de la sala, Roles y permisos, o bajar el que hace falta para enviar mensajes.
matrix-removes = Puedo eliminar una jugada que debía ser secreta.
matrix-removes-not = No puedo eliminar mensajes en esta sala, así que una jugada que revela un secreto se queda donde todos la leen. Quien administra la sala puede subir mi nivel de autoridad al de moderador.
matrix-signed = Mi sesión está firmada por mi cuenta, así que los clientes saben que soy yo.
matrix-signed-not = Mi sesión no está firmada por mi cuenta, así que los clientes avisan de ello o no muestran nada de lo que digo. Quien me gestiona tiene que detenerme y ejecutar oddboard recover con la clave de recuperación de mi cuenta.
matrix-sessions-signed = Todas tus sesiones están verificadas, así que todas pueden leerme en salas cifradas.
# $sessions is a list: "Element on Linux, KJHGFDSA".
matrix-sessions-unsigned = Estas sesiones tuyas no están verificadas, así que no pueden leerme en salas cifradas: { $sessions }. Verifícalas en los ajustes de tu cliente o ciérralas. Quien me gestiona puede dejar que todas las sesiones me lean: keys = "all" bajo [matrix] en mi configuración.
matrix-limited = El servidor limita cuántos mensajes puedo enviar, así que las respuestas y los tableros pueden llegar tarde. Quien gestiona el servidor puede levantar ese límite para mi cuenta.
matrix-encrypted = Esta sala está cifrada y puedo leerte.
matrix-plain = Esta sala no está cifrada.
matrix-closed = No puedo escribirte directamente, así que no recibes lo que es solo para ti. Abre un chat directo conmigo, { $account }.
