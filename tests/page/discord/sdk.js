// An Activity on the library of Discord. Its title tells how far it has come with the client around it.

import { DiscordSDK } from "/sdk/index.mjs";

const client = new URLSearchParams(parent.location.search);
const sdk = new DiscordSDK(client.get("application"));
await sdk.ready();
const wish = { client_id: sdk.clientId, response_type: "code", state: "sdk", prompt: "none", scope: ["identify"] };
const { code } = await sdk.commands.authorize(wish);
const { access_token: token, user } = await sdk.commands.authenticate({ access_token: `access-${code}` });
await sdk.subscribe("ACTIVITY_LAYOUT_MODE_UPDATE", ({ layout_mode: mode }) => {
  document.title = `layout ${mode}`;
});
document.title = `${token} of ${user.username} in ${sdk.instanceId}`;
