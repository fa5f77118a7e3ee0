// A line of moves with its variations: a tree of positions, and the list of its moves.

import { el } from "./dom.js";
import { say } from "./words.js";

/** @import { AnalysisBoard, BoardTurn, LinePosition } from "./types" */

/** The character between two inputs in texts of the server. */
const BETWEEN = "_";

/** A tree of positions. The first position after another one belongs to its line, the others begin variations. */
export class Variations {
  /** The start. @type {LinePosition} */
  root = { inputs: [], next: [] };

  /**
   * Returns all inputs that lead to a position.
   * @param {LinePosition} position
   */
  inputsTo(position) {
    return this.path(position).flatMap(({ inputs }) => inputs);
  }

  /**
   * Returns the same as a text for the server.
   * @param {LinePosition} position
   */
  movesTo(position) {
    return this.join(this.inputsTo(position));
  }

  /** @param {string[]} inputs */
  join(inputs) {
    return inputs.join(BETWEEN);
  }

  /**
   * Returns the positions from the start to this one.
   * @param {LinePosition} position
   */
  path(position) {
    const path = [position];
    while (path[0].before) path.unshift(path[0].before);
    return path;
  }

  /**
   * Returns the last position of the line that goes on from this one.
   * @param {LinePosition} position
   */
  last(position) {
    let last = position;
    while (last.next.length > 0) [last] = last.next;
    return last;
  }

  /**
   * Adds the turns of a board, and returns the position after them.
   * @param {AnalysisBoard} board
   */
  add({ moves, turns, n_start: nStart }) {
    const inputs = moves.split(BETWEEN);
    // The dice of a drawn start belong to the start.
    this.root.inputs = inputs.slice(0, nStart);
    let [position, n_inputs] = [this.root, nStart];
    for (const turn of turns) {
      position = this.#follow(position, turn, inputs.slice(n_inputs, turn.n_inputs));
      n_inputs = turn.n_inputs;
    }
    return position;
  }

  /**
   * @param {LinePosition} before
   * @param {BoardTurn} turn
   * @param {string[]} inputs
   */
  #follow(before, turn, inputs) {
    const found = before.next.find((next) => String(next.inputs) === String(inputs));
    if (found) return found;
    // A turn with several decisions goes on.
    const begun = before.next.find((next) => next.next.length === 0 && next.inputs.every((input, at) => input === inputs[at]));
    if (begun) return Object.assign(begun, { inputs, turn });
    /** @type {LinePosition} */
    const made = { inputs, turn, before, next: [] };
    before.next.push(made);
    return made;
  }

  /**
   * Shows all moves in a list.
   * @param {HTMLElement} list
   * @param {LinePosition} current
   * @param {(position: LinePosition) => void} look shows a position
   */
  show(list, current, look) {
    const focused = list.contains(document.activeElement);
    const button = (/** @type {LinePosition} */ position, /** @type {boolean} */ isFirst) => {
      const { number, color, caption } = /** @type {BoardTurn} */ (position.turn);
      const isCurrent = position === current;
      const attributes = { type: "button", class: "move", "aria-current": isCurrent ? "true" : null, onclick: () => look(position) };
      const counted = color === "white" ? `${number}.` : `${number}…`;
      return el("button", attributes, color === "white" || isFirst ? el("span", { class: "number" }, `${counted} `) : null, caption);
    };
    /**
     * @param {LinePosition} from
     * @returns {HTMLElement[]}
     */
    const line = (from) => {
      const parts = [];
      let isFirst = true;
      for (let at = from; at.next.length > 0; [at] = at.next) {
        const [main, ...others] = at.next;
        parts.push(button(main, isFirst));
        parts.push(...others.map((other) => el("span", { class: "variation", role: "group", "aria-label": say("analysis-variation") }, "(", button(other, true), ...line(other), ")")));
        isFirst = others.length > 0;
      }
      return parts;
    };
    list.replaceChildren(...line(this.root));
    const marked = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    if (focused) (marked ?? list).focus({ preventScroll: true });
    list.scrollTop = marked ? marked.offsetTop - list.clientHeight / 2 : 0;
  }
}
