### Why a text is no command. Sentences. $command and $option are the names that are typed, the same in all languages; what
### somebody wrote is in quotes.

command-empty = Il n'y a pas de commande dans votre message. /help donne la liste de ce que je sais faire.
command-too-long = C'est trop long pour une commande : je lis { $most } caractères au plus.
command-unknown = Je ne connais pas la commande « { $name } ». /help donne la liste de toutes les commandes.
command-unknown-nearest = Je ne connais pas la commande « { $name } ». Vouliez-vous dire /{ $nearest } ? /help donne la liste de toutes les commandes.
command-unknown-option = /{ $command } n'a pas d'option « { $name } ». Ses options : { $known }.
command-no-options = /{ $command } n'a pas d'option « { $name } » : cette commande n'a aucune option.
command-surplus = « { $word } » est de trop pour /{ $command }. Voir /help { $command }.
command-twice = L'option { $option } apparaît deux fois. Donnez-la une seule fois.
command-missing = Il manque à /{ $command } l'option { $option }. Par exemple : { $example }
# $flaws are sentences.
command-bad-options = { $flaws } Voir /help challenge.
command-bad = « { $text } » ne convient pas pour l'option { $option }. Valeurs possibles : { $expected }.
command-bad-empty = L'option { $option } est vide. Valeurs possibles : { $expected }.

## What an option can be: phrases.

expected-side = white, black ou random ; un nom qui contient des espaces s'écrit entre "guillemets droits"
expected-match = les cinq caractères affichés sous son échiquier, par exemple 4kq0z
expected-number = un nombre, par exemple 2

## What is wrong with the options of a variant. Sentences.

flaw-options-too-long = Les options peuvent compter { $most } caractères au plus.
flaw-no-such-option = { $variant } n'a pas d'option « { $name } » ; options possibles : { $known }.
flaw-no-options = { $variant } n'a pas d'option « { $name } », ni aucune autre.
flaw-no-such-value = { $variant } : l'option { $option } n'accepte pas « { $value } » ; valeurs possibles : { $known }.
flaw-option-twice = L'option { $option } est donnée deux fois.
flaw-unreadable = Je ne peux pas lire ces options.
