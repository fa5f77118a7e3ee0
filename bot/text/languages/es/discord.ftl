### The bot uses these texts on Discord only. Discord itself uses these names of permissions and menus in Spanish.

## /doctor reports the permissions of the bot in a channel.

discord-permitted = Tengo todos los permisos que necesito en este canal.
# $permission is Discord's name of a permission, $what is its purpose.
discord-lacks = Me falta el permiso { $permission } en este canal, así que no puedo { $what }. Quien administra el canal puede dármelo en Editar canal, Permisos.

# Each permission has its name on Discord, and a purpose that follows "no puedo".
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

# /doctor shows this on a server without the bot, to a person who installed the bot for themselves.
discord-outside = No estoy en este servidor, así que aquí solo te respondo a ti, y los tableros llegan por mensajes directos. Para jugar a la vista de los demás, quien administra el servidor puede invitarme.
# The bot refuses a challenge with this if the challenged person cannot read the channel.
discord-unseen = { $name } no puede ver este canal, así que nunca leería el desafío. Desafía a { $name } en un canal que podáis ver los dos.
discord-absent = { $name } no está en este servidor, así que nunca leería el desafío. Primero invita a { $name }, o desafía donde estéis los dos.
discord-private-thread = No estoy en este hilo privado, así que no puedo escribir en él. Mencióname aquí y entraré.

## These texts concern direct messages.

discord-closed = No puedo escribirte directamente, así que solo te enteras de tus turnos en el canal. Pulsa el nombre de este servidor, elige Ajustes de privacidad y permite los mensajes directos.
discord-answer-closed = Tengo una respuesta solo para ti y no puedo escribirte directamente. Usa aquí mis comandos, como /games, cuyas respuestas solo lees tú; o pulsa el nombre de este servidor, elige Ajustes de privacidad y permite los mensajes directos.
discord-slow = Discord tarda en responder, así que no sé si puedo escribirte directamente. Prueba /doctor otra vez dentro de un minuto.
# The bot replies with this to a text that is no command.
discord-way-in = Juego con jugadas y comandos: escribe una jugada de tu partida, como e2e4, o help, o / para ver todos los comandos.

## Discord shows these in the menu of a person or a message. Each has at most 32 characters.

menu-challenge = Desafiar a…
menu-rules = Mostrar reglas de este tablero

## Discord shows this below the command that opens the Activity. It has at most 100 characters.

discord-entry-point = Abrir el tablero aquí, dentro de Discord
