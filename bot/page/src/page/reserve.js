// The reserve of a side next to the board, with pieces that the user can tap.

import { el, layOver, originOf } from "./dom.js";
import { say } from "./words.js";

/** @import { BoardAction } from "./types" */

/** Buttons over the reserve pieces of a picture. */
export class Reserve {
  root = el("div", { class: "reserve", role: "group", "aria-label": say("board-reserve") });

  /** @param {(drawing: string) => void} take a piece was tapped, by its drawing */
  constructor(take) {
    this.take = take;
  }

  /**
   * Places a button over each piece that the user can choose.
   * @param {SVGSVGElement} svg
   * @param {BoardAction[]} actions
   */
  layOut(svg, actions) {
    const parts = /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll("[data-reserve]"));
    const buttons = [...parts].map((part) => {
      const name = part.dataset.reserve ?? "";
      const action = actions.find(({ drawing }) => drawing === name);
      if (!action) return null;
      const attributes = { type: "button", "data-drawing": name, "aria-label": action.label, onclick: () => this.take(name) };
      const button = el("button", attributes);
      const [origin, box] = [originOf(part), part.getBBox()];
      layOver(button, svg, { x: origin.x + box.x, y: origin.y + box.y, width: box.width, height: box.height });
      return button;
    });
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.drawing : undefined;
    this.root.replaceChildren(...buttons.filter((button) => button !== null));
    if (focused) /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-drawing="${focused}"]`))?.focus();
  }

  /**
   * Shows the chosen piece.
   * @param {string | null} drawing
   */
  mark(drawing) {
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("button"));
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.drawing === drawing));
  }
}
