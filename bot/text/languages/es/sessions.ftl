### The bot signs accounts in on the public web page with these texts.

button-play-on-page = Jugar en el tablero
button-open-here = Abrir aquí
button-end-sessions = Cerrar todas las sesiones

sign-in-link-given = El enlace de abajo abre tu sesión en el tablero en tu navegador. Funciona una sola vez, durante cinco minutos, y es solo para ti: quien lo abra primero juega en tu lugar.
sign-in-link-posted = El tablero está publicado de nuevo.
sign-in-link-before = Ya recibiste este enlace, y no lo muestro dos veces. Escribe /board para obtener otro.
page-link-over = Este enlace ya no funciona: un enlace funciona una sola vez, durante cinco minutos. En tu chat, pulsa «Jugar en el tablero» o escribe /board para obtener otro.
refusal-no-page = Mi página web no está abierta al público, así que no tengo enlace a ella.
refusal-not-at-home = Por tu seguridad, haz eso en { $platform }, no en la página web.

# Each line of $list is a session-line.
mydata-sessions = Tienes sesión abierta en la página web:
    { $list }
session-line = { $account } desde { $since }, último uso { $used }
done-sessions-ended = Todas tus sesiones en la página web están cerradas.
# The bot sends one of these when a session begins. $since is a time.
session-told = Iniciaste sesión en la página web ({ $since }). Si no fuiste tú, cierra todas las sesiones.
session-told-match = Iniciaste sesión en la página web ({ $since }), para la partida { $id }. Si no fuiste tú, cierra todas las sesiones.

page-enter-title = Entrar
page-enter-lead = Este enlace abre tu sesión para jugar con tu propia cuenta. Funciona una sola vez.
page-loading = Un momento…
page-enter-not-you = Si no eres tú, cierra esta página: el enlace es de otra persona.
page-enter-no-script = Para entrar hace falta JavaScript.
page-signed-in = Sesión abierta como { $name }
page-sessions = Tus sesiones
page-session-since = desde { $since }, último uso { $used }
page-session-here = este navegador
page-session-frame = en otro programa
page-session-end = Cerrar sesión
page-sessions-none = No tienes sesión abierta con ninguna cuenta. En tu chat, escribe /board o pulsa «Jugar en el tablero».

page-discord-sign-in = Entrar con Discord
page-discord-over = Discord no abrió tu sesión. Empieza de nuevo: vuelve atrás y pulsa «Entrar con Discord».
page-discord-refuses = Discord rechaza esta página ahora mismo, así que nadie puede entrar con él. El registro dice al operador por qué. Usa «Jugar en el tablero» en tu chat.
page-discord-unreachable = Discord no responde ahora mismo. Inténtalo de nuevo en un minuto, o usa «Jugar en el tablero» en tu chat.

# In a frame of Discord or of a Matrix client.
page-frame-over = Ya no tienes sesión abierta aquí. Cierra este tablero y ábrelo de nuevo desde tu chat.
page-activity-elsewhere = Discord no dice que estés en esta Actividad. Ciérrala y pulsa de nuevo «Abrir aquí» debajo de un tablero.
page-activity-title = El tablero en Discord
page-activity-outside = Este tablero se abre dentro de Discord: pulsa allí «Abrir aquí» debajo de un tablero.
page-activity-over = Discord no abrió el tablero. Cierra la Actividad y pulsa de nuevo «Abrir aquí».

# In a frame of a Matrix client. The button “Try again” is below.
page-widget-watch = Mirar sin iniciar sesión
page-widget-blocked = Tu cliente de Matrix no dijo quién eres. Permítele compartir tu identidad con el tablero e inténtalo de nuevo.
page-widget-outside = Esta página es un widget de Matrix. Ábrela en una sala, con un cliente como Element.
page-widget-over = Esa prueba de tu cuenta ha caducado o ya se usó. Inténtalo de nuevo.
page-widget-server = Las cuentas de { $server } no pueden entrar aquí. Escribe /board en un chat conmigo para obtener un enlace.
page-widget-unreachable = Ahora mismo no puedo preguntar a { $server } quién eres. Inténtalo de nuevo en un minuto, o escribe /board en un chat conmigo para obtener un enlace.
