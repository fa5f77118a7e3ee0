### /settings and /reminders show the choices of a person with these. commands.ftl has the names of the values.

settings-head = Your language, and the look of the boards that only you see. Boards that everybody sees do not change:
setting-line = { $topic }: { $choice }
# A menu has this label.
setting-menu = { $topic } …
setting-entry = { $word }: { $help }

topic-bottom = Side at the bottom
topic-theme = Colors
topic-pictures = Pictures
topic-language = Language
topic-letters = Letters of pieces
topic-confirm = Move confirmation

setting-bottom-own = your own side
setting-bottom-white = always White
setting-bottom-mover = the side to move
setting-theme-usual = like the boards that everybody sees
setting-theme-light = a light frame
setting-theme-dark = a dark frame and a dimmer board
setting-theme-high-contrast = black, white and strong colors
setting-theme-print = shades of gray, for print
setting-theme-other = other colors
setting-pictures-normal = the usual size
setting-pictures-large = twice as wide, crisp on phones
setting-pictures-text = text boards instead of pictures; notifications can reveal them
setting-language-usual = same as your app or browser, if available
setting-letters-english = English: K Q R B N P
setting-letters-local = those of your language, which are the same in English
setting-confirm-no = no; /settings confirm:yes changes that
setting-confirm-yes = yes: I ask before each move

reminders-head = How and when I remind you that your time is running out, and whether posts about your matches mention you. Reminders come when half of your time is left, an hour before the end and ten minutes before:
topic-reminders = Reminders
topic-quiet = Quiet hours
topic-zone = Time zone
topic-bells = Notifications
setting-reminders-private = in direct messages
setting-reminders-mention = where the match is played, without a sound
setting-reminders-off = none
setting-quiet-none = none
setting-quiet = from { $from }:00 to { $to }:00
setting-bells-on = posts mention you when it is your turn, and for offers and results
setting-bells-off = only challenges, the start of a match and your reminders mention you
