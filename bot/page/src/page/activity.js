// The shell of the Activity in Discord. It signs its reader in by the client of Discord, and shows a screen.

import { ask, Problem } from "./api.js";
import { DiscordClient } from "./discord-client.js";
import { byId } from "./dom.js";
import { showIn } from "./frame.js";
import { say } from "./words.js";

/** The layout in which the client shows all of the Activity. In the others it is small. */
const FOCUSED = 0;

const given = new URLSearchParams(location.search);
const application = document.documentElement.dataset.application ?? "";
const screen = byId("screen", HTMLIFrameElement);
const status = byId("shell-status");
let isSmall = false;

/** Shows the board alone while the Activity is small. */
function follow() {
  screen.contentDocument?.documentElement.classList.toggle("small", isSmall);
}

/** @param {string} frame */
async function enter(frame) {
  const client = new DiscordClient();
  await client.greet(application, frame);
  // No code is for another attempt, and only the client of this window can answer.
  const state = crypto.randomUUID();
  const wish = { client_id: application, response_type: "code", state, prompt: "none", scope: ["identify"] };
  const { code } = await client.command("AUTHORIZE", wish);
  const { to, access_token: token, ...me } = await ask("enter/activity", null, { code, instance: given.get("instance_id") ?? "" });
  await client.command("AUTHENTICATE", { access_token: token });
  screen.addEventListener("load", follow);
  showIn(me, to);
  status.hidden = true;
  screen.hidden = false;
  await client.subscribe("ACTIVITY_LAYOUT_MODE_UPDATE", (layout) => {
    isSmall = layout.layout_mode !== FOCUSED;
    follow();
  });
}

const frame = given.get("frame_id");
if (!frame) status.textContent = say("activity-outside");
else
  enter(frame).catch((problem) => {
    status.hidden = false;
    status.textContent = problem instanceof Problem ? problem.message : say("activity-over");
    console.warn("The Activity does not open:", problem instanceof Problem ? problem.status : problem.message);
  });
