### These texts surround the pages of the handbook. $variant is the title of a variant, $name is its name in commands. $id is
### the id of a section, such as "pincer" or "Q27".

contents-head = These are the variants I referee; the picture shows how each begins. Add the name of one to open its handbook, and a topic to open that page: /rules baroque pincer.
# The picture with the first positions of all variants has this alternative text.
contents-alt = { $count } boards with White at the bottom. { $boards }
no-topic = The { $variant } handbook has no page “{ $text }”. The closest pages are: { $nearest }. /rules { $name } leads to all pages.

# page-in-english marks a page without a translation. In page-untold, $names are paragraphs of the law without a page: "R1 to
# R12".
page-in-english = { $title } (English)
page-paragraph = { $title }: { $text }
page-untold = { $names }: { $why }
page-limit = A match is drawn after turn { $turns }, and I warn both players { $warning } turns before.
page-tasks = Choose a move below, or write one: /rules { $name } { $id } move:e2e4 tries the move from e2 to e4.
page-rest = Read on: /rules { $name } { $id }.
page-rest-overview = Read on: /rules { $name }.
page-more = To read more, add one of these to /rules { $name }: { $ids }.
index-chapters = Chapters: { $ids }.
index-steps = The first game, move by move: { $ids }.
index-topics = Pieces and other topics: { $ids }.
index-rules = Rules, one by one: { $ids }.
index-tasks = To solve: { $ids }.

## The bot judges an answer to a practice position. $move is in short notation.

tried-right = ✓ Right: { $move }. The next position is /rules { $name } { $id }.
tried-right-last = ✓ Right: { $move }. That was the last position.
# The move captures too few pieces, and $count is their number.
tried-wrong-captures = { $count ->
    [0] ✗ Not quite: { $move } captures nothing. Try another move.
    [one] ✗ Not quite: { $move } captures { $count } piece only. Try another move.
   *[other] ✗ Not quite: { $move } captures { $count } pieces only. Try another move.
}
tried-wrong-check = ✗ Not quite: { $move } does not give check. Try another move.
# $side is the side that replies.
tried-wrong-reply = ✗ Not quite: { $move } does not win, because { $side } can reply { $reply }. Try another move.
tried-wrong-win = ✗ Not quite: { $move } does not win. Try another move.
tried-illegal = ✗ “{ $text }” is illegal: { $why } (rule: { $law }). Try another move.
tried-ambiguous = ✗ “{ $text }” can mean more than one move: { $moves }. Write one of these.
tried-unreadable = ✗ I cannot read “{ $text }” as a move. Write the square where it starts and the one where it ends, such as e2e4.

## The bot judges a move on a board of the handbook. $move is in short notation.

study-unknown = The handbook has no such board. Reload the page.
study-impossible = This cannot be played here. Reload the page.
study-right = ✓ Right: { $move }.
study-other = { $move } is legal, but this step asks for another move.

## The server refuses a request of the analysis board with these, or describes a forced win.

analysis-bad-start = This is no position of the variant. Copy the text of a position from an analysis board, or leave it empty for the usual start.
# $side is "White" or "Black".
analysis-kings = { $side } needs exactly one king. Add or remove kings.
analysis-no-kings = The board has no king. Add one.
analysis-pawn = No pawn can stand on { $square }. Remove it.
analysis-check = { $side } is in check, but the other side is to move. Change the side to move, or the pieces.
analysis-pieces = { $side } can have at most { $number } pieces. Remove some.
analysis-bad-line = These moves cannot be played here. Start again from the position.
analysis-too-long = This line is too long for the analysis board. Edit a later position, and begin there.
analysis-busy = The analysis board is busy. Try again in a moment.
analysis-no-decision = Nobody is to move here, so there is no best line.
engine-line-busy = Oddboard is already thinking for you, or for too many others. Try again in a moment.
analysis-during-a-match = The engine does not help while you play { $variant } against a person.
# $side is "White" or "Black".
analysis-wins = { $moves ->
    [one] { $side } wins in one move.
   *[other] { $side } wins by force in at most { $moves } moves.
}
# A piece that the editor can place.
analysis-piece = { $color } { $piece }

## A page with here:yes introduces its part about a match with these.

here-head = In match { $id }:
here-nothing = In match { $id }, there is nothing to add to this page right now.

## A picture has one of these captions. $caption is a sentence.

picture-only = Picture. { $caption }
picture-of = Picture { $number } of { $count }. { $caption }
picture-of-more = Picture { $number } of { $count } (picture:{ $next } is next). { $caption }
caption-before = Before: { $caption }
caption-after = After: { $caption }
caption-move = { $move }: { $caption }
glance-moves = Moves from { $square }: { $legend }.
glance-betza = Betza notation: { $betza }
glance-betza-value = Value: { $value }. Betza notation: { $betza }

## A page has these menus and buttons.

menu-try = Try a move
menu-chapters = Chapters
menu-topics = Pieces and other topics
menu-in-part = In this section
menu-see-also = See also
menu-beside = Neighboring pages
button-rule = Rule
button-picture-back = ◀ Picture
button-picture-next = Picture ▶
button-overview = Overview
# This button opens the next practice position.
button-next-task = Next ▶
