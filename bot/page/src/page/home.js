// The first screen: the choice of a variant and an opponent.

import { newId, Problem, tell } from "./api.js";
import { byId } from "./dom.js";
import { needMe } from "./me.js";
import { DIRECT, identity } from "./model.js";
import { rich } from "./rich-text.js";

/** The level of the bot for new people. */
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
      // A person that the server no longer knows signs in again.
      identity.leave();
      return begin(button);
    }
    told.textContent = problem.message;
  } finally {
    button.disabled = false;
  }
}
