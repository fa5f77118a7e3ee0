### What is different on Discord. The names of permissions and menus are those of Discord in Spanish.

## What the bot may do in a channel.

discord-permitted = Tengo todos los permisos que necesito en este canal.
# $permissions is what Discord calls it, $what what the bot cannot do without.
discord-lacks = Me falta el permiso { $permission } en este canal, así que no puedo { $what }. Quien administra el canal puede dármelo en Editar canal, Permisos.

# What Discord calls each permission, and what it is for, as after "no puedo".
permission-view = Ver canales
permission-view-use = publicar nada aquí
permission-send = Enviar mensajes
permission-send-use = publicar desafíos y tableros aquí
permission-threads = Crear hilos públicos
permission-threads-use = dar un hilo a cada partida
permission-send-in-threads = Enviar mensajes en hilos
permission-send-in-threads-use = publicar tableros en los hilos
permission-files = Adjuntar archivos
permission-files-use = mostrar imágenes
permission-history = Leer el historial de mensajes
permission-history-use = ver tras una interrupción qué he publicado ya aquí

# Where the bot was taken along by somebody who has installed it for themselves.
discord-outside = No estoy en este servidor, así que aquí solo te respondo a ti, y los tableros llegan por mensajes directos. Para jugar a la vista de los demás, quien administra el servidor puede invitarme.
# Who is challenged where they would not read of it.
discord-unseen = { $name } no puede ver este canal, así que nunca leería el desafío. Desafía a { $name } en un canal que podáis ver los dos.
discord-absent = { $name } no está en este servidor, así que nunca leería el desafío. Primero invita a { $name }, o desafía donde estéis los dos.
discord-private-thread = No estoy en este hilo privado, así que no puedo escribir en él. Mencióname aquí y entraré.

## Direct messages.

discord-closed = No puedo escribirte directamente, así que solo te enteras de tus turnos en el canal. Pulsa el nombre de este servidor, elige Ajustes de privacidad y permite los mensajes directos.
discord-answer-closed = Tengo una respuesta solo para ti y no puedo escribirte directamente. Usa aquí mis comandos, como /games, cuyas respuestas solo lees tú; o pulsa el nombre de este servidor, elige Ajustes de privacidad y permite los mensajes directos.
discord-slow = Discord tarda en responder, así que no sé si puedo escribirte directamente. Prueba /doctor otra vez dentro de un minuto.
# Who has written something else to the bot.
discord-way-in = Juego con jugadas y comandos: escribe una jugada de tu partida, como e2e4, o help, o / para ver todos los comandos.

## What the menus of a person and of a message offer, at most 32 characters.

menu-challenge = Desafiar a…
menu-rules = Mostrar reglas de este tablero
