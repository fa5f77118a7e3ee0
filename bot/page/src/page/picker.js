// A small panel beside a square, for a choice that no square stands for.

import { el } from "./dom.js";
import { say } from "./words.js";

/** @import { BoardAction } from "./types" */

/** The distance of the panel from its square and from the edges of the window, in pixels. */
const GAP = 8;

/**
 * Returns the title of a choice between actions. Their texts tell them apart: `e7e8=Q` is a promotion.
 * @param {BoardAction[]} actions
 * @param {boolean} isDropped
 */
export function titleOf(actions, isDropped) {
  const has = (/** @type {string} */ sign) => actions.some(({ text }) => text.includes(sign));
  if (has("~")) return say("board-choose-unseen");
  if (has("*")) return say("board-choose-shell");
  if (has("=")) return say("board-choose-promotion");
  if (has("<>")) return say("board-choose-swap");
  if (has("@")) return isDropped ? say("board-choose-drop") : say("board-choose-define");
  if (actions.every(({ text }) => text.startsWith("-"))) return say("board-choose-lost");
  return say("board-choose");
}

/** A panel with buttons. Escape, or a press beside it, closes it; the focus returns to where it was. */
export class Picker {
  root = el("dialog", { class: "chooser" });

  /** @param {AbortSignal} [ended] ends its use */
  constructor(ended) {
    this.root.addEventListener("click", (event) => event.target === this.root && this.root.close());
    addEventListener("resize", () => this.root.open && this.root.close(), { signal: ended });
  }

  /**
   * Opens it beside an element, or in the middle of the window.
   * @param {string} title
   * @param {HTMLElement[]} choices
   * @param {Element | undefined} beside
   */
  open(title, choices, beside) {
    const { root } = this;
    const close = el("button", { type: "button", class: "button close", onclick: () => root.close() }, say("board-cancel"));
    root.setAttribute("aria-label", title);
    root.replaceChildren(el("div", { class: "panel" }, el("h2", {}, title), ...choices, close));
    [root.style.left, root.style.top] = ["", ""];
    root.classList.toggle("beside", beside !== undefined);
    if (!root.open) root.showModal();
    if (beside) placeBeside(root, beside.getBoundingClientRect());
    choices[0]?.focus();
  }
}

/**
 * Places a panel right of a square, left of it, below or above, where there is room.
 * @param {HTMLElement} panel
 * @param {DOMRect} square
 */
export function placeBeside({ offsetWidth: width, offsetHeight: height, style }, square) {
  const most = { x: innerWidth - width - GAP, y: innerHeight - height - GAP };
  const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(GAP, Math.min(at, most));
  const middle = { x: square.left + (square.width - width) / 2, y: square.top + (square.height - height) / 2 };
  const places = [
    { x: square.right + GAP, y: within(middle.y, most.y) },
    { x: square.left - GAP - width, y: within(middle.y, most.y) },
    { x: within(middle.x, most.x), y: square.bottom + GAP },
    { x: within(middle.x, most.x), y: square.top - GAP - height },
  ];
  const free = places.find(({ x, y }) => x >= GAP && x <= most.x && y >= GAP && y <= most.y);
  const { x, y } = free ?? { x: within(middle.x, most.x), y: within(square.bottom + GAP, most.y) };
  [style.left, style.top] = [`${x}px`, `${y}px`];
}
