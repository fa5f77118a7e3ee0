### Why a text is no command. Sentences. $command and $option are the names that are typed, the same in all languages; what
### somebody wrote is in quotes.

command-empty = En tu mensaje no hay ningún comando. /help muestra lo que sé hacer.
command-too-long = Es demasiado largo para un comando: leo { $most } caracteres como máximo.
command-unknown = No conozco el comando «{ $name }». /help muestra todos los comandos.
command-unknown-nearest = No conozco el comando «{ $name }». ¿Querías decir /{ $nearest }? /help muestra todos los comandos.
command-unknown-option = /{ $command } no tiene la opción «{ $name }». Sus opciones son: { $known }.
command-no-options = /{ $command } no tiene la opción «{ $name }»: no tiene opciones.
command-surplus = /{ $command } no admite «{ $word }». Mira /help { $command }.
command-twice = La opción { $option } aparece dos veces. Ponla una sola vez.
command-missing = A /{ $command } le falta la opción { $option }. Por ejemplo: { $example }
# $flaws are sentences.
command-bad-options = { $flaws } Mira /help challenge.
command-bad = «{ $text }» no vale para la opción { $option }. Puede ser: { $expected }.
command-bad-empty = La opción { $option } está vacía. Puede ser: { $expected }.

## What an option can be: phrases.

expected-side = white, black o random; un nombre con espacios va entre comillas dobles
expected-match = los cinco caracteres que hay debajo de su tablero, por ejemplo 4kq0z
expected-number = un número, por ejemplo 2

## What is wrong with the options of a variant. Sentences.

flaw-options-too-long = Las opciones pueden tener { $most } caracteres como máximo.
flaw-no-such-option = { $variant } no tiene la opción «{ $name }»; sus opciones son { $known }.
flaw-no-options = { $variant } no tiene la opción «{ $name }»; no tiene opciones.
flaw-no-such-value = En { $variant }, la opción { $option } no puede ser «{ $value }»; puede ser { $known }.
flaw-option-twice = La opción { $option } aparece dos veces.
flaw-unreadable = No puedo leer estas opciones.
