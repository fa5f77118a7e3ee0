// A small board in a corner of the window that stays in view while its reader reads on.

import { el } from "./dom.js";
import { say } from "./words.js";

/** Puts the board in the corner back. */
let putBack = () => {};

/**
 * Builds the button that keeps a board in view.
 * @param {HTMLElement} board
 */
export function pinFor(board) {
  const button = el("button", { type: "button", class: "button small", "aria-pressed": "false", onclick: () => toggle() }, say("board-pin"));
  const back = el("button", { type: "button", class: "unpin", "aria-label": say("board-unpin"), onclick: () => toggle() }, "✕");
  // The text below the board does not move.
  const gap = el("div", {});
  const toggle = () => {
    const isPinned = board.classList.contains("pinned");
    putBack();
    if (isPinned) return button.focus({ preventScroll: true });
    gap.style.height = `${board.getBoundingClientRect().height}px`;
    board.before(gap);
    board.append(back);
    board.classList.add("pinned");
    button.setAttribute("aria-pressed", "true");
    putBack = () => {
      gap.remove();
      back.remove();
      board.classList.remove("pinned");
      button.setAttribute("aria-pressed", "false");
      putBack = () => {};
    };
  };
  return button;
}
