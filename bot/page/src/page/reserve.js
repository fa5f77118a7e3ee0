// What a side holds next to the board: the pieces of its reserve, which the user can tap, and its powers.

import { shape } from "./animate.js";
import { el, layOver, originOf } from "./dom.js";
import { say } from "./words.js";

/** @import { BoardAction, HeldPlaces } from "./types" */

/**
 * Cuts a picture to its squares, without the strips of the names.
 * @param {SVGSVGElement} svg
 */
export function crop(svg) {
  const squares = /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll("[data-square]"));
  const places = [...squares].map(originOf);
  const [across, down] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [x, y] = [Math.min(...across), Math.min(...down)];
  const side = ((Math.max(...across) - x) * 8) / 7;
  const attributes = { viewBox: `${x} ${y} ${side} ${side}`, width: side, height: side };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, String(value));
}

/** Buttons for the reserve pieces of a picture: over them, or in the places that show what a side holds. */
export class Reserve {
  root = el("div", { class: "reserve" });

  /**
   * @param {(drawing: string) => void} take a piece was tapped, by its drawing
   * @param {HeldPlaces | undefined} held
   */
  constructor(take, held) {
    this.take = take;
    this.held = held;
    for (const box of this.#boxes) {
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", say("board-reserve"));
    }
  }

  get #boxes() {
    return this.held ? [this.held.top, this.held.bottom] : [this.root];
  }

  /**
   * Shows a button for each piece that the user can choose.
   * @param {SVGSVGElement} svg
   * @param {BoardAction[]} actions
   */
  layOut(svg, actions) {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.drawing : undefined;
    const all = /** @type {NodeListOf<SVGGElement>} */ (svg.querySelectorAll(":scope > g:not([data-square])"));
    const parts = [...all].filter((part) => part.querySelector(":scope > use"));
    const isTop = (/** @type {SVGGElement} */ part) => originOf(part).y === 0;
    if (this.held) {
      this.held.top.replaceChildren(...parts.filter(isTop).map((part) => this.#hold(part, actions)));
      this.held.bottom.replaceChildren(...parts.filter((part) => !isTop(part)).map((part) => this.#hold(part, actions)));
    } else {
      const buttons = parts.map((part) => this.#button(part, actions));
      this.root.replaceChildren(...buttons.filter((button) => button !== null));
      for (const [at, button] of buttons.entries()) {
        const [origin, { x, y, width, height }] = [originOf(parts[at]), parts[at].getBBox()];
        if (button) layOver(button, svg, { x: origin.x + x, y: origin.y + y, width, height });
      }
    }
    if (focused) this.#boxes.forEach((box) => /** @type {HTMLElement | null} */ (box.querySelector(`[data-drawing="${focused}"]`))?.focus());
  }

  /**
   * @param {SVGGElement} part
   * @param {BoardAction[]} actions
   */
  #button(part, actions) {
    const name = part.dataset.reserve;
    const action = name && actions.find(({ drawing }) => drawing === name);
    return action ? el("button", { type: "button", "data-drawing": name, "aria-label": action.label, onclick: () => this.take(name) }) : null;
  }

  /**
   * Copies a held piece or power, without its ground.
   * @param {SVGGElement} part
   * @param {BoardAction[]} actions
   */
  #hold(part, actions) {
    const { x, y, width, height } = part.getBBox();
    const picture = shape("svg", { viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true" });
    for (const figure of part.querySelectorAll([":scope>use", ":scope>use~*"].join())) picture.append(figure.cloneNode(true));
    const box = this.#button(part, actions) ?? el("span", {});
    box.append(picture);
    return box;
  }

  /**
   * Shows the chosen piece.
   * @param {string | null} drawing
   */
  mark(drawing) {
    for (const box of this.#boxes) {
      const buttons = /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("button"));
      for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.drawing === drawing));
    }
  }
}
