// Signs the reader in with the account of a link. The link has its token in the fragment, which the browser sends to nobody.

import { enterBy, lookAtLink, problemText } from "./api.js";
import { byId } from "./dom.js";
import { identity } from "./model.js";
import { say } from "./words.js";

const status = byId("enter-status");
const button = byId("enter-continue", HTMLButtonElement);
const token = location.hash.slice(1);
// The token stays in no history, and in no address that somebody copies.
history.replaceState(null, "", location.pathname);

async function look() {
  status.textContent = say("enter-looking");
  try {
    const { name } = await lookAtLink(token);
    status.textContent = "";
    button.textContent = say("continue-as", { name });
    button.hidden = false;
    byId("enter-caution").hidden = false;
    button.focus();
  } catch (problem) {
    status.textContent = problemText(problem);
  }
}

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    const { to, ...me } = await enterBy(token);
    identity.enter(me);
    location.replace(to);
  } catch (problem) {
    status.textContent = problemText(problem);
    button.disabled = false;
  }
});

look();
