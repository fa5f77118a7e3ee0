### /settings server lets a manager configure a server: a Discord server, a Matrix room, or the whole page.

summary-server = Para quien gestiona este lugar: dónde y cómo se juega aquí.
summary-server-channels = dónde empiezan las partidas: aquí, fuera (aquí ya no) o todos
summary-server-threads = si cada partida tiene un hilo: activado o desactivado
summary-server-bells = si los mensajes de una partida avisan a sus jugadores: activado o desactivado
summary-server-boards = si una partida tiene un solo mensaje con su tablero o uno por jugada: uno o varios
summary-server-time = el tiempo de los desafíos que no lo dicen: 1d, 3d+12h o ninguno
summary-server-forfeit = si quien se queda sin tiempo pierde enseguida: activado o desactivado
summary-server-language = el idioma de lo que todos leen aquí
summary-server-rated = si las partidas puntúan cuando el desafío no lo dice: activado o desactivado
summary-server-challengers = quién puede desafiar: todos o gestores
summary-server-vacation = cuántos días de vacaciones tiene un jugador al año, por ejemplo 21
summary-server-daily = si publico aquí un problema cada día: activado o desactivado
summary-server-web = si la página web muestra las partidas que empiecen desde ahora: visible u oculto
summary-server-widget = si un widget muestra el tablero de cada partida nueva: activado o desactivado

example-server = /settings server hilos:desactivado tiempo:3d

option-channels = canales
option-threads = hilos
option-bells = avisos
option-boards = tableros
option-forfeit = derrota
option-rated = clasificación
option-challengers = desafiantes
option-vacation = vacaciones
option-web = web
option-widget = widget

choice-on = activado
choice-here = aquí
choice-elsewhere = fuera
choice-everywhere = todos
choice-managers = gestores
choice-one = uno
choice-each = varios
choice-listed = visible
choice-unlisted = oculto

expected-vacation = un número de días de 0 a { $most }

server-head = Los ajustes de este servidor. Las partidas en curso conservan su tiempo, sus vacaciones, su idioma y lo que pasa al acabarse el tiempo:
server-head-room = Los ajustes de esta sala. Las partidas en curso conservan su tiempo, sus vacaciones, su idioma y lo que pasa al acabarse el tiempo:
# A menu has this label.
server-menu = Cambiar…
# /doctor puts one of these above the settings, for all people.
server-told = Elegido para este servidor:
server-told-room = Elegido para esta sala:

server-topic-channels = Canales para partidas
server-topic-threads = Hilos
server-topic-bells = Avisos
server-topic-boards = Tableros
server-topic-time = Tiempo habitual
server-topic-forfeit = Al acabarse el tiempo
server-topic-language = Idioma
server-topic-rated = Clasificación
server-topic-challengers = Quién puede desafiar
server-topic-vacation = Vacaciones
server-topic-daily = Problema del día aquí
server-topic-web = Página web
server-topic-widget = Tablero junto a los mensajes

server-channels-here = añadir este canal a los permitidos
server-channels-elsewhere = quitar este canal de los permitidos
server-channels-everywhere = todos
server-threads-on = uno por partida, si tengo el permiso
server-threads-off = ninguno
server-bells-on = los mensajes de una partida avisan a sus jugadores, salvo que hayan elegido otra cosa
server-bells-off = los mensajes de una partida no avisan a nadie
server-boards-one = un solo mensaje con el tablero, que cambia con cada jugada, donde la plataforma lo permite
server-boards-each = un mensaje con el tablero por cada jugada
server-forfeit-on = el jugador pierde enseguida
server-forfeit-off = el rival puede reclamar la victoria
server-language-usual = el de este lugar, si está disponible
server-rated-on = las partidas puntúan si el desafío no dice lo contrario
server-rated-off = las partidas no puntúan si el desafío no dice lo contrario
server-challengers-everybody = todos
server-challengers-managers = solo quienes gestionan el servidor
server-challengers-managers-room = solo quienes gestionan la sala
server-daily-on = cada día a las nueve de la mañana
server-daily-off = ninguno
server-web-listed = la portada muestra las partidas de todos los canales, también privados, que empiecen desde ahora, mientras se juegan
server-web-unlisted = las partidas no se muestran; sus enlaces siguen funcionando
server-widget-on = un widget muestra el tablero de cada partida nueva
server-widget-off = un widget muestra un tablero solo después de /board
server-vacation = { $days ->
    [0] ninguna
    [one] { $days } día al año para cada jugador
   *[other] { $days } días al año para cada jugador
}

refusal-no-server = Aquí no hay nada que gestionar. Usa /settings server en el lugar que gestionas.
refusal-manage-discord = Solo quienes tienen el permiso Gestionar servidor ven y cambian los ajustes de este servidor. /doctor se los muestra a todos.
refusal-manage-matrix = Solo quienes tienen un nivel de poder de 50 o más ven y cambian los ajustes de esta sala. /doctor se los muestra a todos.
refusal-manage-page = Solo la primera persona que entró en esta página puede ver y cambiar sus ajustes. /doctor se los muestra a todos.
refusal-which-channel = Pídelo en el canal que quieras: aquí no sé cuál es.
refusal-last-channel = Es el único canal donde pueden empezar partidas. Permite antes otro, o elige canales:todos.
refusal-all-channels = Las partidas pueden empezar en todos los canales. Para excluir este, escribe canales:aquí en cada uno de los demás.
refusal-one-room = En una sala las partidas empiezan en ella y cada jugada se publica: aquí no se eligen canales ni tableros.
refusal-widget-room = Solo las salas de Matrix tienen widgets.
refusal-widgets-off = El operador ha desactivado los widgets. Escribe /board para obtener un enlace al tablero en tu navegador.
refusal-too-many-channels = Se pueden elegir como mucho { $most } canales. Con canales:todos, las partidas pueden empezar en todos.
refusal-not-in-channel = Las partidas no pueden empezar en este canal. Pueden en { $channels }.
refusal-not-in-that-channel = Las partidas no pueden empezar en { $channel }, donde se jugó esa partida. Pueden en { $channels }: abre allí un nuevo desafío con /challenge.
refusal-managers-challenge = Aquí solo pueden desafiar quienes gestionan este lugar. Puedes seguir aceptando desafíos.
