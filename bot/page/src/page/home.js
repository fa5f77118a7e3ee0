// The first screen: what can be played, and with whom.

import { newId, Problem, tell } from "./api.js";
import { byId } from "./dom.js";
import { needMe } from "./me.js";
import { DIRECT, identity } from "./model.js";
import { rich } from "./rich-text.js";

/** How strong the bot is for somebody new. */
const FIRST_LEVEL = 3;

const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-play]"));
for (const button of buttons) button.addEventListener("click", () => begin(button));

/** @param {HTMLButtonElement} button */
async function begin(button) {
  const me = await needMe();
  if (!me) return;
  const { play, variant } = button.dataset;
  const isAlone = play === "bot";
  const text = isAlone ? `/challenge ${variant} opponent:@Oddboard level:${FIRST_LEVEL}` : `/challenge ${variant}`;
  const told = byId("home-error");
  told.textContent = "";
  button.disabled = true;
  try {
    const { answer } = await tell(me.secret, newId(), isAlone ? DIRECT : "games", { text });
    if (answer?.about) location.assign(`/match/${answer.about}`);
    else told.replaceChildren(...rich(answer?.text ?? ""));
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.isStranger) {
      // Who is not known here any more says anew who they are.
      identity.leave();
      return begin(button);
    }
    told.textContent = problem.message;
  } finally {
    button.disabled = false;
  }
}
