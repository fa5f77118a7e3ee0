// Signs the reader in with the account of a link, or of Discord after they agreed there. A link has its token in the fragment,
// which the browser sends to nobody.

import { ask, problemText } from "./api.js";
import { byId } from "./dom.js";
import { identity } from "./model.js";
import { say } from "./words.js";

/** @import { Entered } from "./types" */

const status = byId("enter-status");
const button = byId("enter-continue", HTMLButtonElement);
button.disabled = true;
const token = location.hash.slice(1) || String(history.state ?? "");
const agreed = new URLSearchParams(location.search);
// The token stays in no address that somebody copies. A reload of this page still has it.
history.replaceState(token, "", location.pathname);
addEventListener("hashchange", () => location.reload());

/** The time before the button can be pressed, in milliseconds: a key that is held for another page presses nothing here. */
const ARMING = 700;

async function look() {
  status.textContent = say("loading");
  try {
    const { name } = await ask("enter/look", null, { token });
    status.textContent = "";
    button.textContent = say("continue-as", { name });
    button.hidden = false;
    byId("enter-caution").hidden = false;
    setTimeout(() => {
      button.disabled = false;
    }, ARMING);
  } catch (problem) {
    status.textContent = problemText(problem);
  }
}

/** @param {() => Promise<Entered>} signIn */
async function enter(signIn) {
  button.disabled = true;
  try {
    const { to, ...me } = await signIn();
    identity.enter(me);
    location.replace(to);
  } catch (problem) {
    status.textContent = problemText(problem);
    button.disabled = false;
  }
}

button.addEventListener("click", () => enter(() => ask("enter", null, { token })));
if (agreed.has("code")) enter(() => ask("enter/discord", null, { code: agreed.get("code") ?? "", state: agreed.get("state") ?? "" }));
else if (agreed.has("error")) status.textContent = say("discord-over");
else look();
