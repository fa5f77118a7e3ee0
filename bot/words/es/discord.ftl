### feature: discord
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
permission-embeds = Insertar enlaces
permission-embeds-use = mostrar textos largos

## Direct messages.

discord-closed = No puedo escribirte directamente, así que solo te enteras de tus turnos en el canal. Pulsa el nombre de este servidor, elige Ajustes de privacidad y permite los mensajes directos.
