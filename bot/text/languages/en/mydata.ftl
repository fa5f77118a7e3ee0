### /mydata describes, exports and deletes the data of a person.

summary-mydata = See what I store about you, get all of it as a file, or have it deleted.

# The bot shows this in place of the name of a deleted player.
deleted-player = a deleted player

mydata-told = I keep your matches with their moves, your challenges, your settings, your vacations, your plans, whom you block, the matches you follow, your ratings, your puzzles, your linked accounts, and on the web page your name, your messages and your sessions. Export gives you all of it as a file. Delete my data ends your open matches and deletes the rest; your opponents keep the finished matches, with “a deleted player” in place of your name.
button-mydata-export = Export
button-delete-me = Delete my data
mydata-file = Here is all that I store about you, as a file. What is hidden from you in a match is not in it.
mydata-left-out = { $n ->
    [one] The file would be too long with { $n } more match. It gives its name, and /export gives the record.
   *[other] The file would be too long with { $n } more matches. It gives their names, and /export gives the record of each.
}
ask-delete = Delete all your data? Your open matches end at once: those that have hardly begun are aborted, the others resigned. Your settings, your plans, your vacations, your blocked people and your ratings are lost. It cannot be undone.
ask-delete-yes = Yes, delete my data
done-deleted = Your data is deleted. Backups made from now on do not name you. Some things stay: what was posted on Discord and Matrix, what others wrote themselves, and in the proof of a match's dice the number of the click that accepted it, which names nobody. What you do from now on is stored again.
deleted-in-part = Your matches and settings are deleted, but not yet all the rest, such as your name. Please delete them once more, with each account of yours on: { $platforms }. To do so, type /mydata there.
done-deleted-damaged = { $n ->
    [one] { $n } match is damaged and may still name you. Please ask who runs the bot to delete it.
   *[other] { $n } matches are damaged and may still name you. Please ask who runs the bot to delete them.
}
refusal-mydata-unread = I cannot read all that I store about you just now. Please try again later.
refusal-delete-off = I cannot reach { $platforms } at the moment, where one of your accounts is, so nothing is deleted yet. Please try again later, or unlink that account first: /link.
refusal-delete-again = A match of yours could not be ended just now, so not everything is deleted. Please try again.
refusal-opponent-deleted = Your opponent had their data deleted, so there can be no rematch.
