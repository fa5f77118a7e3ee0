// Sharing a match: its link, and once it is over its animation.

import { animationOf, problemText } from "./api.js";
import { save } from "./controls.js";
import { copied, el } from "./dom.js";
import { addressOf } from "./frame.js";
import { addIcon } from "./icons.js";
import { say } from "./words.js";

/**
 * @import { AnswerBox } from "./answer-box.js"
 * @import { LiveBoard } from "./types"
 */

/**
 * Tells whether a match has a link for others or an animation.
 * @param {LiveBoard} board
 */
export const canShare = ({ stage, is_private: isPrivate }) => !isPrivate || stage === "over";

/**
 * Copies the link of a match, unless only its players can see it, and offers its animation.
 * @param {AnswerBox} answers
 */
export async function share(answers) {
  const { live, id } = answers.match;
  if (!live) return;
  const address = addressOf(`/match/${id}`);
  const copy = async () => ((await copied(address)) ? say("board-shared", { address }) : address);
  const text = live.is_private ? say("board-gif-private") : await copy();
  answers.show({ text }, "", live.stage === "over" ? [saver(answers)] : []);
}

/**
 * Builds the button that saves the animation.
 * @param {AnswerBox} answers
 */
function saver(answers) {
  const { id } = answers.match;
  const button = el("button", { type: "button", class: "button primary", "data-tool": "gif" }, say("board-gif"));
  addIcon(button, "export");
  button.addEventListener("click", async () => {
    button.disabled = true;
    const failed = (/** @type {unknown} */ problem) => answers.show({ text: problemText(problem) });
    await animationOf(id).then((file) => save(`oddboard-${id}.gif`, file), failed);
    button.disabled = false;
  });
  return button;
}
