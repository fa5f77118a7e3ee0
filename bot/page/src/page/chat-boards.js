// Live boards within messages: each match has one, in its newest message.

import { AnswerBox } from "./answer-box.js";
import { el } from "./dom.js";
import { LiveMatch, STEPS } from "./live-match.js";
import { say } from "./words.js";

/** @import { Picture, Step } from "./types" */

/** What stands on the buttons. @type {Record<Step, string>} */
const SIGNS = { first: "«", back: "‹", on: "›", last: "»" };

/**
 * A link to the page of a match.
 * @param {string} match
 */
export const matchLink = (match) => el("a", { class: "board-link", href: `/match/${match}` }, say("board-open"));

/** The boards of all matches that were shown in messages. */
export class ChatBoards {
  /** @type {Map<string, ChatBoard>} */
  #boards = new Map();
  /** @type {WeakMap<Element, ChatBoard>} */
  #byRoot = new WeakMap();

  /** @param {HTMLElement} root what scrolls */
  constructor(root) {
    // Only what is near the view is kept up to date.
    this.near = new IntersectionObserver((entries) => this.#nearby(entries), { root, rootMargin: "400px" });
  }

  /**
   * The board of a match, which is taken from where it was. Until it is there, the room of the picture is kept free.
   * @param {string} match
   * @param {Picture} picture
   */
  take(match, picture) {
    const known = this.#boards.get(match);
    if (known) return known.root;
    const board = new ChatBoard(match, picture);
    this.#boards.set(match, board);
    this.#byRoot.set(board.root, board);
    this.near.observe(board.root);
    return board.root;
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #nearby(entries) {
    for (const { isIntersecting, target } of entries) this.#byRoot.get(target)?.watch(isIntersecting);
  }
}

class ChatBoard {
  #isWatched = false;

  /**
   * @param {string} match
   * @param {Picture} picture
   */
  constructor(match, { width, height }) {
    const board = el("div", { class: "board" });
    board.style.aspectRatio = `${width || 1} / ${height || 1}`;
    const alt = el("p", { class: "visually-hidden" });
    const spoken = el("p", { class: "visually-hidden", role: "status" });
    const answer = el("div", { class: "answer", role: "status", hidden: true });
    const notLive = el("p", { class: "hint", hidden: true }, say("board-earlier"));
    const choose = el("button", { type: "button", class: "button primary", hidden: true }, say("board-choose"));
    const button = (/** @type {Step} */ where) =>
      el("button", { type: "button", class: "button small", "aria-label": say(`board-${where}`), disabled: true }, SIGNS[where]);
    const steps = { first: button("first"), back: button("back"), on: button("on"), last: button("last") };
    const row = el("div", { class: "steps", role: "group", "aria-label": say("board-steps") }, ...STEPS.map((where) => steps[where]));
    const link = el("p", {}, matchLink(match));
    // The message tells what has changed; a reader of screens shall not read the whole board aloud.
    this.root = el("div", { class: "live-board", "data-match": match, "aria-live": "off" }, board, alt, spoken, choose, answer, row, notLive, link);
    this.match = new LiveMatch(
      match,
      { board, alt, spoken, steps, notLive, choose },
      {
        took: () => (board.hidden = false),
        shown: () => (board.style.aspectRatio = ""),
        // Who writes is not interrupted.
        mayAsk: () => this.root.contains(document.activeElement),
        told: (reply, replyId) => answers.show(reply, replyId),
        // The picture is still there, and the board may be again.
        nothing: () => (board.hidden = true),
        state: () => {},
      },
    );
    const answers = new AnswerBox(answer, this.match);
  }

  /**
   * Keeps the board up to date, or does not.
   * @param {boolean} isNear
   */
  watch(isNear) {
    if (isNear === this.#isWatched) return;
    this.#isWatched = isNear;
    if (isNear) this.match.line.open();
    else this.match.line.close();
  }
}
