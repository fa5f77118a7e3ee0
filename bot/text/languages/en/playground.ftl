### The bot uses these texts on the local page only.

playground-closed = I may not write to you directly, so you hear of your turns in the channel only. Tick the box in our direct messages to change that.
