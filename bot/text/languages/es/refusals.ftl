### The bot refuses requests with these sentences. Each gives the reason and an alternative. All languages share commands
### (`/games`) and moves; commands.ftl has the names of options (`partida:4kq0z`). $id is the id of a match, such as 4kq0z.

refusal-unknown-control = No conozco esta opción. /board publica otra vez el tablero, con opciones que funcionan.
refusal-no-match = No tienes ninguna partida aquí. /games muestra todas tus partidas y /challenge abre una nueva.
refusal-no-match-here = Aquí no se juega ninguna partida. Indica una que ya haya terminado, por ejemplo partida:4kq0z, o abre una con /challenge.
refusal-nobody-has-left = La partida { $id } continúa. Así solo puedes darla por terminada si se ha ido quien tiene el turno y, que yo vea, no se ha ido. /board partida:{ $id } muestra la posición.
    .at-board = La partida continúa. Así solo puedes darla por terminada si se ha ido quien tiene el turno y, que yo vea, no se ha ido.
refusal-time-decides = La partida { $id } tiene límite de tiempo, así que termina cuando se acaba el de tu rival. Entonces podrás reclamar la victoria.
    .at-board = Esta partida tiene límite de tiempo, así que termina cuando se acaba el de tu rival. Entonces podrás reclamar la victoria.
refusal-unknown-match = Aquí no hay ninguna partida { $id }. /games muestra las tuyas.
refusal-set-aside = La partida { $id } está dañada: no puedo leer lo que guardé de ella, así que nadie puede seguir jugándola. Todas las demás partidas continúan. Quien me administra puede usar `oddboard check --data` para ver la causa y `oddboard salvage` para copiar todo lo que está intacto a una carpeta nueva.
refusal-answer-lost = Eso ya lo hice, pero la respuesta que di entonces está dañada. /games y /board muestran cómo está todo.
refusal-stands = Esto lo rechacé cuando me llegó por primera vez, así que no se hizo nada. Pídelo de nuevo si todavía lo quieres.
refusal-rated-needs-time = Una partida puntuada necesita un límite de tiempo. Elige uno, por ejemplo tiempo:3d, o puntuada:no.
refusal-leaderboard-where = Un chat privado no tiene clasificación. Pregunta en un canal o una sala donde se juegue.
# The bot refuses with this in a group that it has not joined.
refusal-leaderboard-group = Conozco a los mejores jugadores de los servidores, no de los grupos. Pregunta en un servidor.
refusal-several-matches = ¿A qué partida te refieres? Elígela abajo o añade su nombre, por ejemplo partida:{ $id }.
refusal-several-matches-to-name = ¿A qué partida te refieres? Añade su nombre, por ejemplo partida:{ $id }.
refusal-not-started = La partida { $id } no ha empezado: nadie ha aceptado todavía el desafío.
refusal-never-played = El desafío { $id } no se aceptó, así que no hubo partida.
# $outcome is a clause such as "las blancas ganan por jaque mate".
refusal-over = La partida { $id } ha terminado: { $outcome }. /export partida:{ $id } da la partida registrada, y /challenge abre una nueva.
    .at-board = La partida ha terminado: { $outcome }.
# $name is the name of the variant in commands.
refusal-other-variant = La partida { $id } es de { $variant }. Pregunta con /rules { $name }, o quita aquí:sí.
refusal-no-task = En esa página no hay nada que resolver. /rules { $name } practice muestra los ejercicios. Responde a uno, por ejemplo, con /rules { $name } practice 1 jugada:e2e4.
refusal-no-picture = { $pictures ->
    [0] Esa página no tiene imágenes. Quita imagen: para leerla.
    [1] Esa página tiene una sola imagen. Quita imagen: para verla.
   *[other] Esa página tiene las imágenes 1 a { $pictures }; elige una de ellas o quita imagen:.
}
refusal-eyes-closed = La partida { $id } aún no ha terminado. Hasta entonces solo la ves desde tu bando: /history partida:{ $id } y /replay partida:{ $id } muestran lo que tú sabes.
refusal-review-running = La partida { $id } aún no ha terminado. Cuando termine, /review partida:{ $id } dirá cómo fue.
refusal-nothing-to-review = Aún no tienes ninguna partida terminada que analizar. Indica una, como partida:4kq0z, o abre una con /challenge.
refusal-not-a-player = La partida { $id } es de otras personas, y eso solo lo pueden hacer quienes la juegan. /games muestra tus partidas.
refusal-no-view-of-your-own = No juegas la partida { $id }, así que ves lo mismo que todos: /board partida:{ $id } lo muestra.
# $player is "Ann (blancas)".
refusal-not-your-turn = No es tu turno: juega { $player }.
# $number is the number of the move, $move is the move in short notation.
refusal-already-moved = Ya has jugado: { $number }. { $move }.
refusal-not-yours-to-ask = Es el turno de { $player }, y lo que hace aquí una jugada depende de algo que solo sabe ese bando. Vuelve a preguntar cuando sea tu turno.
# $how is a sentence that explains how to write such a decision.
refusal-unreadable-move = No puedo leer «{ $text }» como jugada. { $how } /move sin nada más te deja elegir.
refusal-no-such-move = Ninguna de tus piezas puede jugar «{ $text }». Las letras de las piezas se escriben en inglés, como N para el caballo. /move sin nada más muestra lo que pueden hacer.
refusal-ambiguous-move = «{ $text }» puede significar más de una jugada: { $moves }. Escribe las casillas de la que quieres.
# $why is a clause, $law is a paragraph of the law such as "berolina O5".
refusal-illegal-move = «{ $text }» es ilegal: { $why } (regla: { $law }). Sigue siendo tu turno.
    .at-board = «{ $text }» es ilegal: { $why }. Sigue siendo tu turno.
refusal-said-aloud = No se ha jugado nada: allí todos pueden leer lo que escribes, y la partida { $id } tiene secretos. Envía tus jugadas aquí, en nuestros mensajes directos, donde nadie más las lee.
refusal-stale = Eso es de una posición anterior de la partida { $id }. Usa el tablero más reciente, o pídelo con /board.
    .at-board = La partida ha seguido entretanto. Mira otra vez el tablero.
refusal-needs-channel = Aquí no puedo publicar un desafío a alguien. Añade abierto:sí y da a la otra persona el código que recibes: puede unirse desde cualquier lugar. O usa /challenge donde yo pueda escribir y leáis los dos. Aquí puedes jugar contra mí: /challenge rival:@Oddboard. Las jugadas y todo lo demás funcionan también aquí.
# The bot refuses with this if a player accepts a challenge in a group but receives no direct messages. It uses Discord's
# terms.
refusal-unreachable = La partida se jugaría en mensajes directos conmigo, y no puedo escribirte. Pulsa mi nombre y luego Añadir aplicación para tenerme entre tus aplicaciones, y permite mis mensajes directos. Después pulsa Aceptar otra vez: el desafío sigue en pie.
refusal-open-to-one = Un desafío a una persona no está abierto a otras. No indiques rival, o quita abierto:sí.
refusal-nothing-to-join = Ningún desafío te espera. Para unirte a uno por su código, escríbelo: /join 4kq0z
refusal-name-variant = El nombre de esa cuenta es demasiado largo para que te pregunte la variante. Indícala también, por ejemplo /challenge berolina @Ann.
refusal-bots-do-not-play = Los bots no juegan. Desafía a una persona, o no indiques rival para desafiar a cualquiera.
refusal-unknown-person = No conozco a nadie aquí que se llame «{ $text }». { $how }, o no indiques rival para desafiar a cualquiera.
refusal-person-not-looked-up = No puedo buscar a esa persona en este momento, así que no ha cambiado nada. Vuelve a intentarlo dentro de un minuto.
refusal-oneself = No puedes jugar contra ti mismo. Desafía a otra persona, o no indiques rival para desafiar a cualquiera. Para jugar por tu cuenta, desafíame: rival:@Oddboard.
refusal-own-challenge = Este desafío es tuyo, así que tiene que aceptarlo otra persona. Para jugar por tu cuenta, desafíame: rival:@Oddboard.
refusal-not-for-you = Este desafío es para { $name }. /challenge abre uno tuyo.
refusal-for-anybody = Este desafío está abierto a cualquiera: no hace falta rechazarlo, basta con ignorarlo. Solo { $challenger } puede retirarlo.
refusal-settled = El desafío { $id } ya tiene respuesta.
refusal-withdrawn = El desafío { $id } ya no es válido.
refusal-lapsed = El desafío { $id } ha caducado: nadie respondió a tiempo. /challenge abre uno nuevo.
refusal-too-many-matches = Tienes { $most } partidas y desafíos abiertos, que es el límite por persona. Termina o retira antes uno de ellos; /games los muestra.
refusal-opponent-busy = { $name } ha llegado al límite de desafíos sin responder por persona. Desafía a otra persona, o inténtalo más tarde.
refusal-too-many-posts = Has pedido demasiadas publicaciones seguidas. Vuelve a intentarlo dentro de { $seconds } s; no ha cambiado nada.
refusal-too-many-posts-of-all = Hay demasiadas peticiones aquí en este momento. Vuelve a intentarlo dentro de { $seconds } s; no ha cambiado nada.
refusal-no-offer = Esa oferta ya no es válida. /{ $command } hace otra.
refusal-own-offer = La oferta es tuya, así que solo { $player } puede responder. /{ $command } te permite retirarla.
refusal-offer-not-yours = La oferta es de { $player }, así que nadie más puede retirarla. Tú puedes rechazarla.
refusal-other-offer-stands = { $player } ya ha ofrecido { $what }. Acepta con /{ $command }, rechaza o sigue jugando.
refusal-offered-enough = Ya has ofrecido { $what } { $most } veces en la partida { $id }, y ese es el límite para cada jugador.
    .at-board = Ya has ofrecido { $what } { $most } veces, y ese es el límite para cada jugador.
refusal-nothing-to-take-back = En la partida { $id } no has hecho ninguna jugada que se pueda deshacer.
    .at-board = No has hecho ninguna jugada que se pueda deshacer.
refusal-own-time-over = Tu tiempo se ha agotado, así que ya no puedes aceptar una vuelta atrás. Antes, { $player } puede darte tiempo.
refusal-lost-on-time = Tu tiempo se ha agotado, así que la partida { $id } está perdida.
    .at-board = Tu tiempo se ha agotado, así que la partida está perdida.
refusal-taken-back-enough = En la partida { $id } se han deshecho jugadas { $count } veces, y ese es el límite.
    .at-board = Se han deshecho jugadas { $count } veces, y ese es el límite.
refusal-paused = La partida { $id } está en pausa, así que nadie puede jugar. /pause partida:{ $id } la reanuda.
    .at-board = La partida está en pausa, así que nadie puede jugar.
refusal-not-paused = La partida { $id } no está en pausa.
    .at-board = La partida no está en pausa.
refusal-no-rematch = Aquí no tienes ninguna partida terminada que repetir. /challenge abre una nueva.
refusal-rematch-too-early = La partida { $id } aún no ha terminado. Después podrás pedir la revancha.
refusal-rematch-stands = Ya has pedido la revancha a { $name }: el desafío { $id } espera respuesta.
refusal-rematch-begun = La revancha ya ha empezado: es la partida { $id }. /board partida:{ $id } la muestra.
refusal-blocked = { $name } no acepta desafíos tuyos. Desafía a otra persona, o no indiques rival para desafiar a cualquiera.
refusal-blocked-accept = { $name } no acepta desafíos tuyos, así que tampoco puedes aceptar este. /challenge abre uno tuyo.
refusal-too-many-to-one = { $name } aún no ha respondido a { $most } desafíos tuyos, y ese es el límite por persona. Espera una respuesta, o retira uno: /games los muestra.
refusal-too-many-challenges = { $minutes ->
    [one] Abriste { $most } desafíos en una hora, y ese es el límite. Podrás abrir el siguiente dentro de { $minutes } minuto.
   *[other] Abriste { $most } desafíos en una hora, y ese es el límite. Podrás abrir el siguiente dentro de { $minutes } minutos.
}
refusal-follow-own = Tú juegas la partida { $id }. /follow es para partidas de otros.
refusal-follow-over = La partida { $id } ya ha terminado. /board partida:{ $id } muestra cómo.
    .at-board = La partida ya ha terminado.
refusal-nothing-to-follow = Nadie más juega una partida aquí. Usa /follow donde otros jueguen una.
refusal-too-many-followers = { $most } personas siguen la partida { $id }, y ese es el límite. /board partida:{ $id } te muestra cómo va.
    .at-board = { $most } personas siguen esta partida, y ese es el límite.
refusal-follows-too-many = Sigues { $most } partidas, y ese es el límite. /follow con el nombre de una de ellas lo deshace.
refusal-block-oneself = No puedes bloquearte. /block toma el nombre de otra persona.
refusal-block-nobody = No conozco a nadie aquí que se llame «{ $text }». { $how }.
# $how above holds one of these.
person-suggested = Elige un nombre de las sugerencias que aparecen mientras escribes
person-account = Escribe el nombre completo de la cuenta, como @ann:example.org
refusal-block-bot = Los bots no desafían a nadie, así que no hay nada que bloquear.
refusal-profile-bot = Los bots no juegan partidas puntuadas, así que no tienen puntuación.
refusal-not-blocked = No bloqueas a «{ $name }». /unblock a solas muestra a quién bloqueas.
refusal-too-many-blocks = Bloqueas a { $most } personas, y ese es el límite. /unblock vuelve a recibir los desafíos de una de ellas.

## These sentences explain how to write a decision; $how above holds one of them.

# $exact has the squares of a move, $caption is its short notation: "g1f3 (Nf3)".
write-exact = { $exact } ({ $caption })
write-move = Escribe sus casillas, por ejemplo e2g4, o la notación corta, por ejemplo Nf3. Para una promoción, añade la pieza, por ejemplo e7d8=Q.
write-king-place = Escribe dónde empieza tu rey, por ejemplo K@e1.
write-lost-piece = Escribe qué pieza perdiste, por ejemplo -R.
write-swap = Escribe las casillas de las dos piezas que se intercambian, por ejemplo a1<>b2.
# $piece is "la dama".
write-drop-place = Escribe en qué casilla colocas { $piece }, por ejemplo { $letter }@d4.
write-promotion = Escribe en qué se convierte el peón, por ejemplo { $from }{ $to }=Q.

## A list names a match like this: "00001: Ann – Bob, Berolina".

match-in-list = { $id }: { $white } – { $black }, { $variant }
