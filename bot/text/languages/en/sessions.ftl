### The bot signs accounts in on the public web page with these texts.

button-play-on-page = Play on the board
button-open-here = Open here
button-end-sessions = Sign out everywhere

sign-in-link-given = The link below signs you in on the board in your browser. It works once, within five minutes, and it is for you alone: whoever opens it first plays as you.
sign-in-link-posted = The board is posted again.
sign-in-link-before = You got this link before, and I do not show it twice. Type /board for a new one.
page-link-over = This link no longer works: a link works once, within five minutes. In your chat, press “Play on the board” or type /board to get a new one.
refusal-no-page = My web page is not open to the public, so I have no link to it.
refusal-not-at-home = For your safety, do that in { $platform }, not on the web page.

# Each line of $list is a session-line.
mydata-sessions = You are signed in on the web page:
    { $list }
session-line = { $account } since { $since }, last use { $used }
done-sessions-ended = You are signed out of the web page everywhere.
# The bot sends one of these when a session begins. $since is a time.
session-told = You signed in on the web page ({ $since }). If it was not you, sign out everywhere.
session-told-match = You signed in on the web page ({ $since }), for match { $id }. If it was not you, sign out everywhere.

page-enter-title = Sign in
page-enter-lead = This link signs you in to play with your own account. It works once.
page-loading = One moment…
page-enter-not-you = If that is not you, close this page: the link belongs to somebody else.
page-enter-no-script = Signing in needs JavaScript.
page-signed-in = Signed in as { $name }
page-sessions = Your sessions
page-session-since = since { $since }, last use { $used }
page-session-here = this browser
page-session-frame = in another program
page-session-end = Sign out
page-sessions-none = You are not signed in with an account. In your chat, type /board, or press “Play on the board”.

page-discord-sign-in = Sign in with Discord
page-discord-over = Discord did not sign you in. Please begin again: go back, and press “Sign in with Discord”.
page-discord-refuses = Discord refuses this page at the moment, so nobody can sign in with it. Its log tells the operator why. Use “Play on the board” in your chat.
page-discord-unreachable = Discord does not answer at the moment. Try again in a minute, or use “Play on the board” in your chat.

# In a frame of Discord or of a Matrix client.
page-frame-over = You are no longer signed in here. Close this board, and open it again from your chat.
page-activity-elsewhere = Discord does not say that you are in this Activity. Close it, and press “Open here” below a board again.
page-activity-title = The board in Discord
page-activity-outside = This board opens inside Discord: press “Open here” below a board there.
page-activity-over = Discord did not open the board. Close the Activity, and press “Open here” again.

# In a frame of a Matrix client. The button “Try again” is below.
page-widget-watch = Watch without signing in
page-widget-blocked = Your Matrix client did not say who you are. Allow it to share your identity with the board, and try again.
page-widget-outside = This page is a widget of Matrix. Open it in a room, with a client such as Element.
page-widget-over = That proof of your account has expired or was used before. Try again.
page-widget-server = Accounts of { $server } cannot sign in here. Type /board in a chat with me for a link.
page-widget-unreachable = I cannot ask { $server } who you are at the moment. Try again in a minute, or type /board in a chat with me for a link.
