### Matches against the program, which is called Oddboard. $id is the name of a match.

# The name of the program as a player; it also begins sentences.
program-player = Oddboard (nivel { $level })

option-level = nivel
summary-challenge-level = lo bien que juega Oddboard, de 1 a 8; 3 si no lo indicas
expected-level = un número de 1, fácil de ganar, a 8

## Challenges. Sentences.

challenge-program-random = { $challenger } juega una partida de { $variant } contra { $opponent }. Los bandos se sortean.
challenge-program-side = { $challenger } juega una partida de { $variant } contra { $opponent }. { $challenger } lleva { $color }.
challenge-program-start = { $opponent } ha aceptado, y su mitad de los dados está sellada. Cuando { $challenger } pulse Empezar, eso añade la otra mitad: así nadie puede elegir los dados.
challenge-program-started = { $challenger } empezó la partida { $id }.
done-ready-to-start = { $id } está publicado. Oddboard ha aceptado: pulsa Empezar debajo, y la partida empieza.
done-begun = La partida { $id } contra Oddboard ha empezado, y su tablero está publicado.
done-took-back = Tu último turno en la partida { $id } queda anulado. El tablero muestra dónde sigue.
button-start = Empezar
button-play-program = Jugar contra Oddboard

## What cannot be done.

refusal-level-of-nobody = Solo Oddboard tiene niveles. Desafíalo, por ejemplo con rival:@Oddboard nivel:3, o no indiques el nivel.
refusal-program-unrated = Una partida contra Oddboard nunca es puntuada. No lo indiques, o desafía a una persona.
refusal-program-untimed = Una partida contra Oddboard no tiene límite de tiempo. No indiques el tiempo, o desafía a una persona.
refusal-start-of-others = Solo { $name } puede empezar esta partida. /challenge rival:@Oddboard abre una para ti.
refusal-program-draws-later = Oddboard no acepta tablas en la partida { $id } antes de que cada bando haya jugado { $turns } turnos. Sigue jugando y ofrécelas entonces.
refusal-program-plays-on = Oddboard cree estar mejor en la partida { $id }, y ahora no acepta tablas. Sigue jugando y ofrécelas más tarde.
