### The bot uses these texts on the local page only.

playground-closed = No puedo escribirte directamente, así que solo te enteras de tus turnos en el canal. Para cambiarlo, marca la casilla en nuestros mensajes directos.
