// Live boards in messages: each match has one, in its newest message.

import { AnswerBox } from "./answer-box.js";
import { el } from "./dom.js";
import { LiveMatch, STEPS } from "./live-match.js";
import { say } from "./words.js";

/** @import { Picture, Step } from "./types" */

/** The labels of the buttons. @type {Record<Step, string>} */
const SIGNS = { first: "«", back: "‹", on: "›", last: "»" };

/**
 * Returns a link to the page of a match.
 * @param {string} match
 */
export const matchLink = (match) => el("a", { class: "board-link", href: `/match/${match}` }, say("board-open"));

/** The boards of all matches with messages. */
export class ChatBoards {
  /** @type {Map<string, ChatBoard>} */
  #boards = new Map();

  /** @param {HTMLElement} root the scrolling element */
  constructor(root) {
    // Updates only the boards near the view.
    const watch = (/** @type {IntersectionObserverEntry[]} */ entries) => {
      for (const board of this.#boards.values()) {
        const seen = entries.findLast(({ target }) => target === board.root);
        if (seen) board.watch(seen.isIntersecting);
      }
    };
    this.near = new IntersectionObserver(watch, { root, rootMargin: "400px" });
  }

  /**
   * Returns the board of a match, moved from its earlier message. Keeps its space free until it is loaded.
   * @param {string} match
   * @param {Picture} picture
   */
  take(match, picture) {
    const known = this.#boards.get(match);
    if (known) return known.root;
    const board = new ChatBoard(match, picture);
    this.#boards.set(match, board);
    this.near.observe(board.root);
    return board.root;
  }

  /**
   * Drops the boards of all other matches.
   * @param {Set<string | undefined>} matches
   */
  keep(matches) {
    for (const [match, { root, match: live }] of this.#boards) {
      if (matches.has(match)) continue;
      this.#boards.delete(match);
      this.near.unobserve(root);
      live.dispose();
    }
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
    // The message reports the change, so a screen reader does not need to read the whole board aloud.
    this.root = el("div", { class: "live-board", "data-match": match, "aria-live": "off" }, board, alt, spoken, choose, answer, row, notLive, link);
    this.match = new LiveMatch(
      match,
      { board, alt, spoken, steps, notLive, choose },
      {
        took: () => (board.hidden = false),
        shown: () => (board.style.aspectRatio = ""),
        // Does not interrupt a person who is typing.
        mayAsk: () => this.root.contains(document.activeElement),
        told: (reply, replyId) => answers.show(reply, replyId),
        // The picture is still there, and the board may come back.
        nothing: () => (board.hidden = true),
      },
    );
    const answers = new AnswerBox(answer, this.match);
  }

  /**
   * Starts or stops the updates of the board.
   * @param {boolean} isNear
   */
  watch(isNear) {
    if (isNear === this.#isWatched) return;
    this.#isWatched = isNear;
    if (isNear) this.match.line.open();
    else this.match.line.close();
  }
}
