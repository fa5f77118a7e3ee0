### /link links several accounts of one person with these texts.

summary-link = Vincular tus cuentas, en una o varias plataformas, para ser una sola persona.
summary-link-code = el código que recibió otra cuenta tuya; déjalo vacío para recibir uno
option-code = código
example-link = /link 7kq0-z3mw

link-code = Tu código es { $code }. Antes de diez minutos, escríbeme «link { $code }» por mensaje directo con tu otra cuenta, en esta plataforma o en otra. Esa cuenta será también tuya. No enseñes el código a nadie más.
link-accounts = Estas cuentas están vinculadas: { $names }. Tus datos se guardan a nombre de la primera. Si desvinculas otra, solo recupera las partidas jugadas con ella.
link-full = No puedes vincular más de { $most } cuentas.
button-unlink = Desvincular { $name }
# $other and $first are names of accounts.
ask-link = ¿Quieres vincular { $other }, con la que escribes, a { $first }? Hazlo solo si las dos cuentas son tuyas: desde entonces cada una ve y juega las partidas de la otra, con sus jugadas y piezas ocultas. Los ajustes, las puntuaciones y los problemas son los de { $first }; de { $other } solo viene lo que esa cuenta aún no tiene. Quien está bloqueado por una lo está por las dos, y /profile da las mismas puntuaciones de ambas. En las partidas, cada cuenta conserva su nombre.
ask-link-yes = Sí, vincularlas
done-linked = Esta cuenta está ahora vinculada a { $name }. /link muestra tus cuentas y permite desvincularlas.
linked-told = { $name } está ahora vinculada a esta cuenta, y ve y juega tus partidas, con sus jugadas y piezas ocultas. Si esa cuenta no es tuya, escribe /link y desvincúlala.
done-unlinked = { $name } ya no está vinculada. Las partidas jugadas con esa cuenta vuelven a ser suyas.
done-code-unknown = Este código no vale: un código sirve una sola vez, durante diez minutos. Con tu otra cuenta, escríbeme «link» para recibir uno nuevo.
done-code-said-aloud = Otros pueden leer lo que escribes aquí, así que este código ya no vale. Con tu otra cuenta, escríbeme «link» para recibir uno nuevo, y úsalo en un mensaje directo.

refusal-too-many-codes = Esta cuenta ha dado { $most } códigos incorrectos. Espera diez minutos antes de volver a intentarlo.
refusal-link-oneself = Esta cuenta ya es de la persona que recibió este código. Escribe el código con otra cuenta tuya.
refusal-link-linked = Esta cuenta ya está vinculada a otras. Desvincúlala primero: /link muestra tus cuentas.
refusal-too-many-accounts = Ya hay { $most } cuentas vinculadas a esa, y no puede haber más.
refusal-too-many-links = Esta cuenta se ha vinculado { $most } veces en un día, y ese es el límite. Vuelve a intentarlo mañana.
refusal-link-opponents = Estas dos cuentas juegan entre sí en la partida { $id }. Termínala primero, o retira el desafío.
refusal-link-vacation = Una de estas cuentas está de vacaciones. Termínalas primero: /vacation end.
refusal-not-linked = Esta cuenta ya no está vinculada.
