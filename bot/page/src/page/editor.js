// The editor of the analysis board. Its user places pieces on the board by hand; the server writes the position as a text.

import { drawing } from "./board.js";
import { byId, el } from "./dom.js";

/** @import { Board } from "./board.js" */
/** @import { AnalysisBoard, BoardPiece, EditedBoard } from "./types" */

/** The pieces that a press on a square places, the eraser and the side to move. */
export class Editor {
  #part = byId("edit", HTMLDetailsElement);
  #pieces = byId("pieces");
  #turn = byId("turn", HTMLSelectElement);
  #position = byId("position", HTMLInputElement);
  /** The drawing of the chosen piece, empty for the eraser. @type {string | null} */
  #chosen = null;
  /** True once its user has changed the position. */
  isChanged = false;
  /** The last text that it has written. */
  written = "";

  /**
   * @param {Board} board
   * @param {(square?: string) => void} changed the user changed a square, or more
   */
  constructor(board, changed) {
    this.board = board;
    this.changed = changed;
    byId("eraser").addEventListener("click", () => this.#choose(""));
    byId("empty").addEventListener("click", () => {
      for (const square of Object.keys(board.pieces)) board.put(square, "");
      this.#change();
    });
    this.#turn.addEventListener("change", () => this.#change());
  }

  get isOpen() {
    return this.#part.open;
  }

  /**
   * Returns the board for the server.
   * @returns {EditedBoard}
   */
  get edited() {
    return { pieces: this.board.pieces, turn: this.#turn.value };
  }

  /** Begins with a shown position. @param {AnalysisBoard} shown */
  begin(shown) {
    this.isChanged = false;
    this.lock(shown);
    this.#turn.value = shown.seat ?? "white";
    this.write(shown);
    const button = (/** @type {BoardPiece} */ { drawing: name, label }) =>
      el("button", { type: "button", "data-piece": name, "aria-label": label, title: label, onclick: () => this.#choose(name) }, drawing(name));
    const rows = shown.pieces.filter((row) => row.length > 0);
    this.#pieces.replaceChildren(...rows.map((row) => el("div", {}, ...row.map(button))));
    this.#choose(null);
  }

  /** Shows a position that cannot be played on. @param {AnalysisBoard} shown */
  lock(shown) {
    this.board.show({ ...shown, actions: [], cards: {}, notes: {}, reach: {} });
  }

  /** Shows the text of a position. @param {AnalysisBoard} shown */
  write({ notation }) {
    this.written = notation;
    this.#position.value = notation;
  }

  /**
   * Places the chosen piece on a square, or removes it if it is there. Returns false if no piece is chosen.
   * @param {string} square
   */
  press(square) {
    if (this.#chosen === null) return false;
    this.board.put(square, this.board.pieces[square] === this.#chosen ? "" : this.#chosen);
    this.#change(square);
    return true;
  }

  /** @param {string | null} name */
  #choose(name) {
    this.#chosen = name;
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (this.#part.querySelectorAll("[data-piece]"));
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.piece === name));
  }

  /** @param {string} [square] */
  #change(square) {
    this.isChanged = true;
    this.changed(square);
  }
}
