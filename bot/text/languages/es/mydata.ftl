### /mydata describes, exports and deletes the data of a person.

summary-mydata = Ver lo que guardo de ti, recibirlo en un archivo o hacerlo borrar.

# The bot shows this in place of the name of a deleted player.
deleted-player = un jugador borrado

mydata-told = Guardo tus partidas con sus jugadas, tus desafíos, tus ajustes, tus vacaciones, tus planes, a quién bloqueas, las partidas que sigues, tus puntuaciones, tus problemas, tus cuentas vinculadas y, en la página web, tu nombre, tus mensajes y tus sesiones. Exportar te lo da todo en un archivo. Borrar mis datos termina tus partidas en curso y borra lo demás; tus rivales conservan las partidas terminadas, con «un jugador borrado» en lugar de tu nombre.
button-mydata-export = Exportar
button-delete-me = Borrar mis datos
mydata-file = Aquí tienes, en un archivo, todo lo que guardo de ti. Lo que en una partida te está oculto no está en él.
mydata-left-out = { $n ->
    [one] Con { $n } partida más, el archivo sería demasiado largo. Da su nombre, y /export da la partida registrada.
   *[other] Con { $n } partidas más, el archivo sería demasiado largo. Da sus nombres, y /export da cada partida registrada.
}
ask-delete = ¿Borrar todos tus datos? Tus partidas en curso terminan enseguida: las que apenas han empezado se cancelan, las demás se abandonan. Pierdes tus ajustes, tus planes, tus vacaciones, tus bloqueos y tus puntuaciones. No se puede deshacer.
ask-delete-yes = Sí, borrar mis datos
done-deleted = Hecho: tus datos están borrados. Las copias de seguridad que se hagan desde ahora no te nombran. Se quedan: lo publicado en Discord y en Matrix, lo que otros escribieron ellos mismos y, en la prueba de los dados de una partida, el número del clic que la aceptó, que no nombra a nadie. Lo que hagas a partir de ahora se vuelve a guardar.
deleted-in-part = Tus partidas y tus ajustes están borrados, pero aún no todo lo demás, como tu nombre. Pide el borrado una vez más con cada cuenta tuya en: { $platforms }. Para ello, escribe allí /mydata.
done-deleted-damaged = { $n ->
    [one] { $n } partida está dañada y quizá todavía te nombre. Pide a quien gestiona el bot que la borre.
   *[other] { $n } partidas están dañadas y quizá todavía te nombren. Pide a quien gestiona el bot que las borre.
}
refusal-mydata-unread = Ahora mismo no puedo leer todo lo que guardo de ti. Inténtalo más tarde.
refusal-delete-off = Ahora no tengo acceso a { $platforms }, donde está una de tus cuentas, así que aún no se ha borrado nada. Inténtalo más tarde, o desvincula antes esa cuenta: /link.
refusal-delete-again = Una de tus partidas no ha podido terminar ahora mismo, así que no está todo borrado. Inténtalo de nuevo.
refusal-opponent-deleted = Tu rival ha hecho borrar sus datos, así que no puede haber revancha.
