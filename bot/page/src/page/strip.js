// The strip below the board of a match: the status, and the offer that waits for an answer.

import { byId, el } from "./dom.js";
import { share } from "./share.js";
import { say } from "./words.js";

/**
 * @import { AnswerBox } from "./answer-box.js"
 * @import { LiveBoard } from "./types"
 */

/** The actions that a player needs at once, so that they are in the strip and not among the tools. */
const NEEDED = /^(resume|claim|give|abort|end):/;

/** @param {HTMLElement} button */
const isNeeded = ({ dataset }) => NEEDED.test(dataset.control ?? "");

/** The shown offer, as JSON. */
let shown = "";

/**
 * Shows the state of a board. Returns the buttons that it does not show: those of the present board.
 * @param {AnswerBox} answers
 * @param {LiveBoard} board
 * @param {LiveBoard} live the present board
 */
export function showStrip(answers, board, live) {
  const isLive = board.n_inputs === live.n_inputs;
  byId("status").textContent = board.status;
  byId("status").classList.toggle("ours", isLive && isOurs(board));
  // A hint is about the present board.
  const buttons = answers.buttons(live.controls).filter(({ dataset }) => isLive || !dataset.control?.startsWith("hint:"));
  byId("needed").replaceChildren(...buttons.filter(isNeeded), ...(board.stage === "gone" ? [el("a", { class: "button", href: "/" }, say("board-new-game"))] : []));
  showOffer(answers, board);
  return buttons.filter((button) => !isNeeded(button));
}

/**
 * @param {AnswerBox} answers
 * @param {LiveBoard} board
 */
function showOffer(answers, { offer, rematch, is_waiting: isWaiting, is_private: isPrivate }) {
  const offered = JSON.stringify([offer, rematch, isWaiting]);
  // A screen reader does not read the same offer again, and its buttons keep the focus.
  if (offered === shown) return;
  shown = offered;
  const box = byId("offer");
  box.hidden = !offer && !rematch;
  if (rematch) {
    const open = el("a", { class: "button primary", href: `/match/${rematch}` }, say("board-open"));
    return box.replaceChildren(el("p", {}, say("board-rematch-begun")), el("div", { class: "controls" }, open));
  }
  const link = el("button", { type: "button", class: "button primary", onclick: () => share(answers) }, say("game-copy"));
  const buttons = [...(isWaiting && !isPrivate ? [link] : []), ...answers.buttons(offer?.controls)];
  const [head, ...rest] = offer?.text.split("\n") ?? [];
  const more = el("p", { id: isWaiting ? "invite" : null, dir: "auto" }, rest.join(" "));
  // The status of a challenge says the same.
  box.replaceChildren(el("p", { dir: "auto" }, offer?.kind === "challenge" ? "" : head), el("div", { class: "controls" }, ...buttons), more);
}

/**
 * Tells whether the viewer is to move. A paused match has no decision.
 * @param {LiveBoard} board
 */
export const isOurs = (board) => board.stage === "playing" && board.actions.length > 0;

/**
 * Tells whether an offer waits for the answer of the viewer.
 * @param {LiveBoard} board
 */
export const isAsked = ({ offer }) => offer !== undefined && !offer.is_own && offer.controls.some(({ buttons }) => buttons?.length);
