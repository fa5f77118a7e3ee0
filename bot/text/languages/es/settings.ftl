### /settings and /reminders show the choices of a person with these. commands.ftl has the names of the values.

settings-head = Tu idioma y el aspecto de los tableros que solo ves tú. Los que ven todos no cambian:
setting-line = { $topic }: { $choice }
# A menu has this label.
setting-menu = { $topic } …
setting-entry = { $word }: { $help }

topic-bottom = Bando de abajo
topic-theme = Colores
topic-pictures = Imágenes
topic-language = Idioma
topic-letters = Letras de las piezas
topic-confirm = Confirmar cada jugada

setting-bottom-own = tu propio bando
setting-bottom-white = siempre las blancas
setting-bottom-mover = el bando que juega
setting-theme-usual = como los tableros que ven todos
setting-theme-light = un marco claro
setting-theme-dark = un marco oscuro y un tablero más tenue
setting-theme-high-contrast = negro, blanco y colores intensos
setting-theme-print = grises para papel
setting-theme-other = otros colores
setting-pictures-normal = el tamaño habitual
setting-pictures-large = el doble de anchas, nítidas en el teléfono
setting-pictures-text = tableros de letras en vez de imágenes; ojo, las notificaciones pueden revelarlos
setting-language-usual = el de tu aplicación o navegador, si está disponible
setting-letters-english = inglesas: K Q R B N P
setting-letters-local = españolas: R D T A C P; para jugar se siguen escribiendo las inglesas
setting-confirm-no = no; /settings confirmar:sí lo activa
setting-confirm-yes = sí: antes de cada jugada se pregunta

reminders-head = Cómo y cuándo te recuerdo que se acaba tu tiempo, y si los mensajes de tus partidas te mencionan. Los recordatorios llegan cuando queda la mitad de tu tiempo, una hora antes del final y diez minutos antes:
topic-reminders = Recordatorios
topic-quiet = Horas de silencio
topic-zone = Zona horaria
topic-bells = Avisos
setting-reminders-private = por mensaje directo
setting-reminders-mention = donde se juega la partida, sin sonido
setting-reminders-off = ninguno
setting-quiet-none = ninguna
setting-quiet = de { $from }:00 a { $to }:00
setting-bells-on = los mensajes te mencionan cuando te toca jugar, y también por ofertas y resultados
setting-bells-off = solo te mencionan los desafíos, el comienzo de una partida y tus recordatorios
