### The bot uses these texts on Discord only.

## /doctor reports the permissions of the bot in a channel.

discord-permitted = I have all the permissions that I need in this channel.
# $permission is Discord's name of a permission, $what is its purpose.
discord-lacks = I lack the permission { $permission } in this channel, so I cannot { $what }. Whoever manages the channel can give it to me under Edit Channel, Permissions.

# Each permission has its name on Discord, and a purpose that follows "I cannot".
permission-view = View Channels
permission-view-use = post anything here
permission-send = Send Messages
permission-send-use = post challenges and boards here
permission-threads = Create Public Threads
permission-threads-use = give each match a thread
permission-send-in-threads = Send Messages in Threads
permission-send-in-threads-use = post boards in threads
permission-files = Attach Files
permission-files-use = show pictures
permission-history = Read Message History
permission-history-use = see after an outage what I have posted here already

# /doctor shows this on a server without the bot, to a person who installed the bot for themselves.
discord-outside = I am not on this server, so I answer you alone here, and boards come in direct messages. To play where others see it, whoever manages the server can invite me.
# The bot refuses a challenge with this if the challenged person cannot read the channel.
discord-unseen = { $name } cannot see this channel, so they would never read the challenge. Challenge them in a channel that both of you can see.
discord-absent = { $name } is not on this server, so they would never read the challenge. Invite them first, or challenge them where both of you are.
discord-private-thread = I am not in this private thread, so I cannot write in it. Mention me here, and I come in.

## These texts concern direct messages.

discord-closed = I cannot write to you directly, so you hear of your turns in the channel only. Press the name of this server, choose Privacy Settings, and allow direct messages.
discord-answer-closed = I have an answer for you alone, and I cannot write to you directly. Use my commands here, such as /games, whose answers only you read; or press the name of this server, choose Privacy Settings, and allow direct messages.
discord-slow = Discord is slow to answer, so I do not know whether I can write to you directly. Please try /doctor again in a minute.
# The bot replies with this to a text that is no command.
discord-way-in = I play by moves and commands: write a move of your match, such as e2e4, or help, or / to see all commands.

## Discord shows these in the menu of a person or a message. Each has at most 32 characters.

menu-challenge = Challenge to…
menu-rules = Show rules of this board

## Discord shows this below the command that opens the Activity. It has at most 100 characters.

discord-entry-point = Open the board here, inside Discord
