### /verify and the button “Dice” report on the dice of a match. $commitment and $fitting are SHA-256 hashes.

dice-sealed = Los dados de la partida { $id } son secretos hasta que termine, para que nadie pueda predecirlos.
    .at-board = Los dados de esta partida son secretos hasta que termine, para que nadie pueda predecirlos.
dice-sealed-sides = Quién lleva cada bando en la partida { $id } se sortea cuando alguien acepta, para que nadie pueda elegirlo.
    .at-board = Quién lleva cada bando se sortea cuando alguien acepta esta partida, para que nadie pueda elegirlo.
dice-seal = El secreto del azar se selló antes de que alguien aceptara. El sello es su SHA-256: { $commitment }
dice-seal-opens = Después de la partida, el mismo botón o /verify partida:{ $id } abre el sello y comprueba cada tirada.
    .at-board = Después de la partida, el mismo botón abre el sello y comprueba cada tirada.
dice-none = Nada se decide por azar en la partida { $id }: no se tiran dados, y quien desafió eligió bando.
    .at-board = Aquí nada se decide por azar: no se tiran dados, y quien desafió eligió bando.
dice-fair-match = Los dados de la partida { $id } fueron limpios.
dice-fair-record = Los dados de este registro fueron limpios.
dice-fair-sides-match = El sorteo de los bandos de la partida { $id } fue limpio.
dice-fair-sides-record = El sorteo de los bandos de este registro fue limpio.
dice-unused-match = Nada se decidió por azar en la partida { $id }.
dice-unused-record = Nada se decidió por azar en este registro.
dice-unfair-match = Los dados de la partida { $id } no pasan la comprobación.
dice-unfair-record = Los dados de este registro no pasan la comprobación.
dice-secret = El secreto es { $secret }.
dice-committed = Su SHA-256 es { $commitment }, que el desafío ya llevaba antes de que alguien aceptara.
dice-side-chosen = Quien desafió eligió bando, así que no hubo sorteo.
dice-side-drawn = El sorteo dio las { $color } a quien desafió, y así se jugó.
dice-rolls = { $rolls ->
    [0] El azar no intervino en la partida.
    [1] La única tirada de la partida se calculó de nuevo y es correcta.
   *[other] Las { $rolls } tiradas de la partida se calcularon de nuevo, y todas son correctas.
}
dice-check-yourself = Para comprobarlo sin mí: /export da el registro, y oddboard replay --verify FILE lo comprueba.

## These sentences name the flaws that a check of the dice finds.

dice-no-header = Falta la cabecera { $header }.
dice-no-secret = Falta la cabecera dice-secret. Está en el registro cuando la partida ha terminado.
dice-header-twice = La cabecera { $header } está más de una vez.
dice-bad-header = La cabecera { $header } no se puede leer.
dice-other-secret = El secreto no es el que el desafío dejó sellado: su SHA-256 es { $fitting }, y el sello es { $commitment }. Por eso no se pudieron calcular de nuevo las tiradas.
dice-other-side-chosen = Quien desafió eligió las { $right } y jugó con las { $played }.
dice-other-side-drawn = El sorteo dio las { $right } a quien desafió, que jugó con las { $played }.
dice-roll-changed = La tirada { $roll }, entrada { $input }, es { $found } y debería ser { $right }.
dice-roll-removed = Falta la tirada { $roll }: la entrada { $input } debería ser { $right }.
dice-roll-removed-unknown = Falta la tirada { $roll }: la entrada { $input } debería ser una tirada.
dice-roll-added = La entrada { $input }, { $found }, es una tirada donde no toca ninguna.
dice-impossible = La entrada { $input }, { $found }, no se puede jugar ahí.
dice-unfinished = El registro acaba antes que la partida, así que falta algo.
