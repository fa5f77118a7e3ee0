// A card beside a square of a board: the name of the piece there, its ways, and what keeps it from moving. It takes no presses.

import { el } from "./dom.js";
import { placeBeside } from "./picker.js";

/** @import { CardBoard } from "./types" */

/** The time for which a mouse rests, or a finger presses, before a card opens, in milliseconds. */
const REST = 700;
const PRESS = 500;

/** The distance at which a pressing finger begins to move something, in pixels. */
const SLIP = 6;

/** The width of a window in which a card stands below the whole board and the name there, so that it hides neither, in pixels. */
const NARROW = 600;

export class Cards {
  root = el("div", { class: "piece-card", role: "tooltip", hidden: true });
  /** The square whose card is open. @type {string | null} */
  square = null;
  /** True if the present press has opened a card, so that it chooses nothing. */
  isHeld = false;
  /** The square whose card the present press has closed. @type {string | null} */
  #closed = null;
  /** The square under the mouse. @type {string | null} */
  #under = null;
  /** @type {number | undefined} */
  #timer;
  /** The pressing finger. @type {{ id: number, x: number, y: number } | null} */
  #finger = null;

  /**
   * @param {HTMLElement} grid
   * @param {CardBoard} board
   * @param {AbortSignal} [signal] ends their use
   */
  constructor(grid, board, signal) {
    this.grid = grid;
    this.board = board;
    for (const name of /** @type {const} */ (["pointermove", "pointerleave"])) grid.addEventListener(name, (event) => event.pointerType === "mouse" && this.#rest(event));
    grid.addEventListener("pointerdown", (event) => event.pointerType !== "mouse" && this.#press(event));
    // Before the board handles the same press.
    addEventListener("pointerdown", () => this.#letGo(), { capture: true, signal });
    addEventListener("pointermove", (event) => this.#slip(event), { signal });
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) addEventListener(name, () => this.#release(), { signal });
    for (const name of ["scroll", "resize"]) addEventListener(name, () => this.close(), { capture: true, signal });
  }

  /**
   * Opens the card of a square, if it has one. Tells it to screen readers, unless it `isSilent`.
   * @param {string} square
   * @param {{ isSilent?: boolean }} more
   */
  open(square, { isSilent = false } = {}) {
    const card = this.board.cardOf(square);
    const cell = this.board.cell(square);
    if (!card || !cell) return;
    const note = card.note ? el("p", { class: "note" }, card.note) : null;
    this.root.replaceChildren(...[el("strong", {}, card.title), note, el("p", {}, card.ways)].filter((part) => part !== null));
    this.root.hidden = false;
    const name = this.grid.closest(".board-frame")?.nextElementSibling;
    const below = name?.getClientRects().length ? name : this.grid;
    placeBeside(this.root, (innerWidth < NARROW ? below : cell).getBoundingClientRect());
    this.square = square;
    this.board.changed();
    if (!isSilent) this.board.said(`${card.title}. ${card.note ?? ""} ${card.ways}`);
  }

  /**
   * Opens the card of a square, unless this press has just closed it.
   * @param {string} square
   */
  toggle(square) {
    if (this.#closed !== square) this.open(square);
    this.#closed = null;
  }

  /** Closes the card. Returns whether one was open. */
  close() {
    clearTimeout(this.#timer);
    if (!this.square) return false;
    this.root.hidden = true;
    this.square = null;
    this.board.changed();
    return true;
  }

  /** @param {PointerEvent} event */
  #rest(event) {
    const square = this.board.squareOf(event);
    if (event.buttons !== 0) {
      this.#under = square;
      return this.close();
    }
    if (square === this.#under) return;
    this.#under = square;
    this.close();
    if (square) this.#timer = setTimeout(() => this.board.mayRest() && this.open(square, { isSilent: true }), REST);
  }

  #letGo() {
    this.isHeld = false;
    this.#closed = this.square;
    this.close();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const square = this.board.squareOf(event);
    this.#finger = { id: event.pointerId, x: event.clientX, y: event.clientY };
    if (!square) return;
    this.#timer = setTimeout(() => {
      this.open(square);
      this.isHeld = this.square !== null;
    }, PRESS);
  }

  /** @param {PointerEvent} event */
  #slip({ pointerId, clientX, clientY }) {
    const finger = this.#finger;
    if (finger?.id !== pointerId || Math.hypot(clientX - finger.x, clientY - finger.y) < SLIP) return;
    this.#finger = null;
    this.close();
  }

  #release() {
    if (this.#finger) clearTimeout(this.#timer);
    this.#finger = null;
  }
}
