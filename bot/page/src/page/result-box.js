// The result of a match, over its board, when the match ends.

import { byId, el } from "./dom.js";
import { addIcon } from "./icons.js";
import { share } from "./share.js";
import { say } from "./words.js";

/**
 * @import { AnswerBox } from "./answer-box.js"
 * @import { LiveBoard } from "./types"
 */

export class ResultBox {
  #box = byId("result", HTMLDialogElement);
  /** The content, as JSON. */
  #shown = "";

  /** @param {AnswerBox} answers */
  constructor(answers) {
    this.answers = answers;
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  /**
   * Opens the box, once the board has drawn the last move.
   * @param {LiveBoard} board
   */
  async open(board) {
    const { match } = this.answers;
    await match.board.motion.settle();
    // The reader has gone back to an earlier position.
    if (match.shown?.n_inputs !== match.live?.n_inputs) return;
    this.#show(board);
    const isTyping = document.activeElement?.matches("input");
    if (this.#box.open) return;
    // Only this method moves the focus.
    if (isTyping) this.#box.setAttribute("open", "");
    else this.#box.show();
  }

  /**
   * Shows a later state of the match, such as the offer of a rematch.
   * @param {LiveBoard} board
   */
  update(board) {
    if (this.#box.open) this.#show(board);
  }

  close() {
    if (!this.#box.open) return;
    const hadFocus = this.#box.contains(document.activeElement);
    this.#box.close();
    if (hadFocus) focusBoard();
  }

  /** @param {LiveBoard} board */
  #show({ result, controls, offer, analysis, bottom }) {
    const content = JSON.stringify([result, controls, offer]);
    if (!result || content === this.#shown) return;
    this.#shown = content;
    const hadFocus = this.#box.contains(document.activeElement);
    const shown = this.answers.buttons(controls).filter(({ dataset }) => /^(rematch|review):/.test(dataset.control ?? ""));
    for (const button of shown) button.addEventListener("click", () => button.dataset.control?.startsWith("review") && this.close());
    const told = offer && el("p", { dir: "auto" }, offer.text);
    const close = el("button", { type: "button", class: "icon-button close", "aria-label": say("close"), onclick: () => this.close() }, "✕");
    const sharer = el("button", { type: "button", class: "button", "data-tool": "share", onclick: () => share(this.answers) }, say("board-share"));
    const fresh = el("a", { class: "button", href: "/" }, say("board-new-game"));
    const analyze = analysis ? [el("a", { class: "button", href: `${analysis}&bottom=${bottom}`, "data-tool": "analyze" }, say("analysis-open"))] : [];
    const tools = [...shown, ...analyze, ...(offer ? [] : [sharer]), fresh];
    this.#box.replaceChildren(
      el("h2", { id: "result-title", tabindex: -1, autofocus: true }, result.title),
      close,
      el("p", {}, result.reason),
      result.ratings ? el("p", { class: "hint" }, result.ratings) : "",
      ...(told ? [el("div", { class: "controls" }, told, ...this.answers.buttons(offer?.controls))] : []),
      el("div", { class: "controls" }, ...tools),
    );
    if (hadFocus) close.focus();
    for (const tool of tools) addIcon(tool, tool.dataset.tool ?? tool.dataset.control?.split(":")[0] ?? "");
  }
}

/**
 * Moves the focus to the square that the keys reach first.
 * @param {Event} [event] of the link to it
 */
export function focusBoard(event) {
  event?.preventDefault();
  /** @type {HTMLElement | null} */ (byId("board").querySelector(".cell[tabindex='0']"))?.focus();
}
