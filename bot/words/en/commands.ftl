### Why a text is no command. Sentences. $command and $option are the names that are typed, the same in all languages; what
### somebody wrote is in quotes.

command-empty = There is no command in that. /help lists what I can do.
command-too-long = That is too long for a command; { $most } characters are the most I read.
command-unknown = I know no command “{ $name }”. /help lists all that I know.
command-unknown-nearest = I know no command “{ $name }”. Did you mean /{ $nearest }? /help lists all.
command-unknown-option = /{ $command } has no option “{ $name }”. It takes: { $known }.
command-no-options = /{ $command } has no option “{ $name }”. It takes none.
command-surplus = /{ $command } does not take “{ $word }”. See /help { $command }.
command-twice = The option { $option } is there twice. Give it once.
command-missing = /{ $command } needs its { $option }. For example: { $example }
# $flaws are sentences.
command-bad-options = { $flaws } See /help challenge.
command-bad = “{ $text }” does not fit the option { $option }. It can be: { $expected }.
command-bad-empty = The option { $option } is empty. It can be: { $expected }.

## What an option can be: phrases.

expected-side = white, black or random; a name with blanks stands in quotes
expected-match = the five characters below its board, such as 4kq0z
expected-number = a number, such as 2

## What is wrong with the options of a variant. Sentences.

flaw-options-too-long = I read at most { $most } characters of options.
flaw-no-such-option = { $variant } has no option “{ $name }”; it has { $known }.
flaw-no-options = { $variant } has no option “{ $name }”; it has none.
flaw-no-such-value = The option { $option } of { $variant } cannot be “{ $value }”; it can be { $known }.
flaw-option-twice = The option { $option } is given twice.
flaw-unreadable = I cannot read these options.
