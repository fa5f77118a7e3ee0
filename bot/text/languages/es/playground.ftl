### What is different on the local page.

playground-closed = No puedo escribirte directamente, así que solo te enteras de tus turnos en el canal. Para cambiarlo, marca la casilla en nuestros mensajes directos.
