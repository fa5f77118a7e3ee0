### /link links several accounts of one person with these texts.

summary-link = Link your accounts on one or several platforms, so that they count as one person.
summary-link-code = the code that your other account got; leave it out to get one
option-code = code
example-link = /link 7kq0-z3mw

link-code = Your code is { $code }. Within ten minutes, write “link { $code }” to me in direct messages with your other account, on this or another platform. That account then belongs to you, too. Show the code to nobody else.
link-accounts = These accounts are linked: { $names }. Your data is kept under the first one. If you unlink another one, it gets back only the matches that were played with it.
link-full = You cannot link more than { $most } accounts.
button-unlink = Unlink { $name }
# $other and $first are names of accounts.
ask-link = Do you want to link { $other }, the account that you are using now, to { $first }? Only do so if both accounts are yours: from then on each of them sees and plays the matches of the other, including hidden moves and pieces. Settings, ratings and puzzles are those of { $first }; only what that account does not have yet comes from { $other }. Blocks count for both, and /profile shows the same ratings for both. In matches, each account keeps its own name.
ask-link-yes = Yes, link them
done-linked = This account is now linked to { $name }. /link lists your accounts and unlinks them.
linked-told = { $name } is now linked to this account, and sees and plays your matches, including hidden moves and pieces. If that account is not yours, type /link and unlink it.
done-unlinked = { $name } is no longer linked. The matches played with that account belong to it again.
done-code-unknown = This code is not valid: a code can be used once, within ten minutes. With your other account, write “link” to me to get a new one.
done-code-said-aloud = Others can read what you write here, so this code is no longer valid. With your other account, write “link” to me to get a new one, and use that one in direct messages with me.

refusal-too-many-codes = { $most } wrong codes came from this account. Please wait ten minutes before you try again.
refusal-link-oneself = This account already belongs to the person who got this code. Type the code with another account of yours.
refusal-link-linked = This account is already linked to others. Unlink it first: /link lists your accounts.
refusal-too-many-accounts = There are already { $most } accounts linked to that one, and there can be no more.
refusal-too-many-links = This account has been linked { $most } times within a day, and that is the limit. Please try again tomorrow.
refusal-link-opponents = These two accounts play each other in match { $id }. Finish it first, or withdraw the challenge.
refusal-link-vacation = One of these accounts is on vacation. End the vacation first: /vacation end.
refusal-not-linked = This account is no longer linked.
