### feature: discord
### What is different on Discord.

## What the bot may do in a channel.

discord-permitted = I have all the permissions that I need in this channel.
# $permissions is what Discord calls it, $what what the bot cannot do without.
discord-lacks = I lack the permission { $permission } in this channel, so I cannot { $what }. Whoever manages the channel can give it to me under Edit Channel, Permissions.

# What Discord calls each permission, and what it is for, as after "I cannot".
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
permission-embeds = Embed Links
permission-embeds-use = show long texts

## Direct messages.

discord-closed = I cannot write to you directly, so you hear of your turns in the channel only. Press the name of this server, choose Privacy Settings, and allow direct messages.
