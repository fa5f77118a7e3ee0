### Why a text is no command. Sentences. $command and $option are the names that are typed, the same in all languages; what
### somebody wrote is in quotes.

command-empty = There is no command in your message. /help lists what I can do.
command-too-long = That is too long for a command: I read at most { $most } characters.
command-unknown = I do not know the command “{ $name }”. /help lists all commands.
command-unknown-nearest = I do not know the command “{ $name }”. Did you mean /{ $nearest }? /help lists all commands.
command-unknown-option = /{ $command } has no option “{ $name }”. Its options are: { $known }.
command-no-options = /{ $command } has no option “{ $name }”: it takes no options.
command-surplus = /{ $command } does not take “{ $word }”. See /help { $command }.
command-twice = The option { $option } appears twice. Give it once.
command-missing = /{ $command } needs the option { $option }. For example: { $example }
# $flaws are sentences.
command-bad-options = { $flaws } See /help challenge.
command-bad = “{ $text }” is not possible for the option { $option }. It can be: { $expected }.
command-bad-empty = The option { $option } is empty. It can be: { $expected }.

## What an option can be: phrases.

expected-side = white, black or random; put a name with spaces in double quotes
expected-match = the five characters below its board, such as 4kq0z
expected-number = a number, such as 2

## What is wrong with the options of a variant. Sentences.

flaw-options-too-long = Options can have at most { $most } characters.
flaw-no-such-option = { $variant } has no option “{ $name }”; its options are { $known }.
flaw-no-options = { $variant } has no option “{ $name }”; it has no options.
flaw-no-such-value = The option { $option } of { $variant } cannot be “{ $value }”; it can be { $known }.
flaw-option-twice = The option { $option } is given twice.
flaw-unreadable = I cannot read these options.
