// The handbook on boards. A touch turns a picture into a board, and the server answers the moves of the reader.

import { ask, boardsBetween, pause, problemText, seed } from "./api.js";
import { Board } from "./board.js";
import { changes, isDark } from "./choices.js";
import { el } from "./dom.js";
import { here, pathTo } from "./frame.js";
import { identity, nextPuzzle } from "./model.js";
import { say } from "./words.js";

/** @import { StudyBoard, StudyStep } from "./types" */

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** The time for which the reader's own move stands before the reply, or before it is undone, in milliseconds. */
const OWN_PAUSE = isStill.matches ? 300 : 900;

/** Puts the board in the corner back. */
let putBack = () => {};

/**
 * Builds the button that keeps a board in view, small in a corner of the window, while its reader reads on.
 * @param {HTMLElement} board
 */
function pinFor(board) {
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

/** A position of the handbook in its figure element. */
class Study {
  /** @type {Board | null} */
  #board = null;
  /** @type {StudyBoard | null} */
  #state = null;
  /** The number of requests. Only the answer to the last one counts. */
  #nAsked = 0;
  /** True if the page has shown a move of the solution since the beginning. */
  #isHelped = false;

  /** The button that keeps the board in view, on a page with text around it. @type {HTMLElement | null} */
  #pin = null;

  /** @param {HTMLElement} figure */
  constructor(figure) {
    this.figure = figure;
    this.place = figure.dataset.study ?? "";
    this.told = figure.querySelector("p") ?? el("p", { class: "told", role: "status", dir: "auto" });
    // The shown text stays, so that the board stays at its place.
    this.spoken = el("p", { class: "visually-hidden", role: "status" });
    this.tools = el("div", { class: "tools" });
    this.tools.append(el("button", { type: "button", class: "button small", onclick: () => this.open() }, say("study-try")));
    if (!this.told.isConnected) figure.append(this.told);
    figure.append(this.spoken, this.tools);
    for (const picture of figure.querySelectorAll("a.plate")) {
      picture.addEventListener("click", (event) => this.#touch(/** @type {MouseEvent} */ (event)));
    }
  }

  /** @param {MouseEvent} event */
  async #touch(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const picture = /** @type {Element} */ (event.currentTarget).querySelector("img")?.getBoundingClientRect();
    await this.open();
    const board = this.#board?.picture.getBoundingClientRect();
    // A click by keyboard has no position. The board may stand higher or lower in the window than the picture stood.
    if (event.detail === 0 || !picture || !board) return;
    this.#board?.tapAt({ clientX: event.clientX + board.left - picture.left, clientY: event.clientY + board.top - picture.top });
  }

  /** Turns the picture into a board. */
  async open() {
    await this.#ask([], null);
  }

  /**
   * Requests the position after the played moves and a step.
   * @param {string[]} played
   * @param {StudyStep | null} step
   */
  #fetch(played, step = null) {
    return ask("study", identity.current(), { place: this.place, played, dark: isDark(), step, chance: seed() });
  }

  /**
   * @param {string[]} played
   * @param {StudyStep | null} step
   * @param {Partial<StudyBoard>} told replaces parts of the server's answer
   */
  async #ask(played, step, told = {}) {
    if (step === "show") this.#isHelped = true;
    else if (played.length === 0 && !step) this.#isHelped = false;
    const mine = (this.#nAsked += 1);
    try {
      const state = await this.#fetch(played, step);
      const isLast = () => mine === this.#nAsked;
      let press;
      if (state.own && this.#board && isLast()) {
        this.#board.show(state.own);
        this.told.textContent = "";
        press = await this.#rest();
      }
      if (isLast()) this.#show({ ...state, ...told });
      if (!state.is_wrong || !isLast()) return;
      press ??= await this.#rest();
      if (!isLast()) return;
      // The answer stays when the move is undone.
      await this.#ask([], null, { text: state.text });
      if (press) this.#board?.tapAt(press);
    } catch (problem) {
      this.told.textContent = problemText(problem);
    }
  }

  /**
   * Waits for a pause, or until the reader goes on by a press on the board. Returns the press, if there was one.
   * @returns {Promise<MouseEvent | undefined>}
   */
  #rest() {
    const ended = new AbortController();
    const press = new Promise((resolve) => {
      const take = (/** @type {MouseEvent} */ event) => (event.stopPropagation(), resolve(event));
      this.#board?.grid.addEventListener("click", take, { capture: true, signal: ended.signal });
    });
    return Promise.race([press, pause(OWN_PAUSE)]).finally(() => ended.abort());
  }

  /** Shows the same position in the present colors of the page. */
  recolor() {
    if (!this.#state) return;
    const { played, text, causes } = this.#state;
    this.#ask(played, null, { text, causes });
  }

  /** @param {StudyStep} step */
  #do(step) {
    return this.#ask(this.#state?.played ?? [], step);
  }

  /** @param {StudyBoard} state */
  #show(state) {
    const n = this.#state?.played.length ?? 0;
    const nMissed = state.played.length - n - 1;
    const at = (/** @type {number} */ n) => this.#fetch(state.played.slice(0, n));
    const missing = nMissed > 0 ? () => boardsBetween(n + 1, state.played.length, at) : null;
    this.#state = state;
    this.#board ??= this.#placeBoard();
    this.#board.show(state, { pointed: state, isNews: nMissed >= 0, missing });
    this.#board.blame(state.causes);
    this.told.textContent = state.text ?? "";
    this.told.classList.toggle("done", state.is_done);
    if (state.is_done && state.next && !this.#isHelped) nextPuzzle.keep(this.place, state.next);
    this.#showTools(state);
  }

  #placeBoard() {
    const pictures = [...this.figure.querySelectorAll("a.plate")];
    const root = el("div", { class: "board" });
    const drawn = pictures[0].querySelector("img") ?? pictures[0];
    if (!steps) root.style.width = `${drawn.getBoundingClientRect().width}px`;
    pictures[0].before(root);
    for (const picture of pictures) picture.remove();
    if (!steps && !this.figure.hasAttribute("data-open")) this.#pin = pinFor(root);
    const attempt = (/** @type {string} */ text) => this.#do({ try: text });
    return new Board(root, { play: ({ text }) => attempt(text), illegal: attempt, said: (text) => (this.spoken.textContent = text) });
  }

  /** @param {StudyBoard} state */
  #showTools({ played, has_more, is_done, next, analysis }) {
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick, kind = "") => {
      return el("button", { type: "button", class: `button small ${kind}`, onclick }, label);
    };
    // After the last step of a guided game, shows the next options.
    const after = next ?? (steps ? "over" : null);
    const hadFocus = this.tools.contains(document.activeElement);
    this.tools.replaceChildren(
      ...(is_done && after ? [button(say("study-next"), () => goTo(after), "primary")] : []),
      ...(has_more ? [button(say("study-show"), () => this.#do("show"))] : []),
      ...(played.length > 0 ? [button(say("study-again"), () => this.open())] : []),
      ...(this.#pin ? [this.#pin] : []),
      ...(steps ? [] : [el("a", { class: "button small", href: analysis }, say("analysis-open"))]),
    );
    if (hadFocus) this.tools.querySelector("button")?.focus();
  }
}

/**
 * Shows a section and opens its first board.
 * @param {string} anchor
 */
function goTo(anchor) {
  const section = document.getElementById(anchor);
  if (!section) {
    const [, root, variant] = here.split("/");
    return location.assign(pathTo(`/${root}/${variant}/${anchor}`));
  }
  if (steps) {
    document.querySelector("[data-current]")?.removeAttribute("data-current");
    section.dataset.current = "";
  }
  history.replaceState(null, "", `#${anchor}`);
  section.scrollIntoView({ block: "start" });
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
  const figure = section.querySelector("figure[data-study]");
  if (figure) studies.get(figure)?.open();
}

/** The steps of a guided game, shown one at a time. */
const steps = document.querySelector("main.guided");
/** @type {NodeListOf<HTMLElement>} */
const figures = document.querySelectorAll("figure[data-study]");
/** @type {Map<Element, Study>} */
const studies = new Map([...figures].map((figure) => [figure, new Study(figure)]));
changes.addEventListener("theme", () => studies.forEach((study) => study.recolor()));
const anchor = location.hash.slice(1);
const named = document.getElementById(anchor);
// An old link to a paragraph that is on a later page by now.
const first = /^\/rules\/[a-z]+$/.exec(here);
if (anchor && !named && first) location.replace(pathTo(`${first[0]}/${anchor}`));
for (const [figure, study] of studies) if (figure.hasAttribute("data-open")) study.open();
if (steps) goTo((steps.contains(named) ? named?.id : figures[0]?.closest("section")?.id) ?? "");
