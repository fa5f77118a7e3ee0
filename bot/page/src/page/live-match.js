// A match on a live board: the present or an earlier board, the decisions on it, and their results.

import { boardsBetween, Line, lookAt, Problem, problemText, tellSurely } from "./api.js";
import { arrowOf } from "./arrows.js";
import { Board } from "./board.js";
import { changes, isDark } from "./choices.js";
import { synchronize } from "./clocks.js";
import { el } from "./dom.js";
import { isFramed } from "./frame.js";
import { DIRECT, identity } from "./model.js";
import { say } from "./words.js";

/** @import { BoardAction, BoardFrame, Control, Deed, LiveBoard, LineState, LiveMatchHandlers, LiveMatchParts, Me, Picture, Side, Step } from "./types" */

/** The number of tries to send an action. */
const MOST_TRIES = 20;

/** The time after which an action without an answer is reported, in milliseconds. */
const LATE = 2000;

/** The number of missed positions that a player sees one after the other. */
const MOST_MISSED = 4;

/** All steps through the moves. @type {Step[]} */
export const STEPS = ["first", "back", "on", "last"];

export class LiveMatch {
  /** The present board. @type {LiveBoard | null} */
  live = null;
  /** The shown board, which can be an earlier one. @type {LiveBoard | null} */
  shown = null;
  /** The chosen point of view, if any. @type {string | null} */
  eyes = null;
  /** The side at the bottom, if the viewer has turned the board. @type {Side | null} */
  #bottom = null;
  /** The number of requests for earlier boards. */
  #nLooks = 0;
  /** Asks for a choice that has no square, if there is one. @type {(() => void) | null} */
  #choice = null;
  /** The move that is being sent, its number of inputs, and whether it has an answer. @type {{ n_inputs: number, action: BoardAction, isAnswered: boolean } | null} */
  #sending = null;
  /** True while the answer beside the board says why a move is illegal. It goes when the reader chooses a piece. */
  #isRefused = false;
  /** The state of the connection. @type {[LineState, number?]} */
  #lineState = ["connecting"];
  #end = new AbortController();

  /**
   * @param {string} id
   * @param {LiveMatchParts} parts
   * @param {LiveMatchHandlers} handlers
   */
  constructor(id, parts, handlers) {
    this.id = id;
    this.parts = parts;
    this.handlers = handlers;
    const { signal } = this.#end;
    const said = (/** @type {string} */ text) => (parts.spoken.textContent = text);
    this.board = new Board(
      parts.board,
      { play: (action) => this.#play(action), illegal: (text) => this.#illegal(text), said, chose: () => this.#isRefused && handlers.told(null), choice: (open) => this.#offer(open) },
      { held: parts.held, ended: signal },
    );
    parts.choose.addEventListener("click", () => this.#choice?.());
    parts.notLive.append(" ", el("button", { type: "button", class: "button small return", onclick: () => this.step("last") }, say("board-return")));
    const changed = (/** @type {[LineState, number?]} */ ...state) => {
      this.#lineState = state;
      handlers.state?.(...state);
    };
    /** @type {Line<BoardFrame>} */
    this.line = new Line(
      { hello: () => this.#wish(), frame: (frame) => this.#frame(frame), state: changed, isReady: () => true },
      `/api/match/${id}/live`,
      signal,
    );
    for (const where of STEPS) parts.steps[where].addEventListener("click", () => this.step(where));
    changes.addEventListener("theme", () => this.#again(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.line.wake(this.#wish()), { signal });
  }

  /** Ends the updates of a match that the page no longer shows, so that the page can forget it. */
  dispose() {
    this.line.close();
    this.#end.abort();
  }

  /** Requests the board again, because a signed-in viewer may see more. */
  ask() {
    this.line.say(this.#wish());
  }

  #wish() {
    return { secret: identity.current()?.secret || undefined, framed: isFramed || undefined, bottom: this.#bottom, dark: isDark() };
  }

  // ------------------------------------------------------------------------------------------------------ display

  /** @param {BoardFrame} frame */
  #frame({ board, nothing, now }) {
    if (now !== undefined) synchronize(now);
    else if (board) this.#take(board);
    else this.handlers.nothing(nothing ?? "");
  }

  /** @param {LiveBoard} next */
  #take(next) {
    const before = this.live;
    this.live = next;
    // The planned move and the sent one belong to the moves that are taken back.
    const isTakenBack = before !== null && next.turns.length < before.turns.length;
    if (isTakenBack) this.board.cancel();
    // A viewer of an earlier position stays there, unless a planned move is due.
    const isPlanDue = this.board.hasPlan && next.actions.length > 0;
    const isAtEnd = this.shown === null || this.shown.n_inputs === before?.n_inputs;
    // A frame with the same number of inputs after the answer means that the move was not played.
    if (isTakenBack || this.#sending?.isAnswered) this.#sending = null;
    if (this.eyes === null && (isAtEnd || isPlanDue)) this.#show(next, before);
    else this.#showSteps();
    this.handlers.took(next, before);
  }

  /**
   * Shows a board. `before` is the board that it follows, if it is new.
   * @param {LiveBoard} next
   * @param {LiveBoard | null} before
   */
  #show(next, before = null) {
    const isNew = this.shown?.n_inputs !== next.n_inputs || this.shown.stage !== next.stage;
    this.shown = next;
    // The board is locked while it sends a decision, so that no decision is made twice.
    const sent = this.#sending?.n_inputs === next.n_inputs ? this.#sending.action : null;
    const isNow = next.n_inputs === this.live?.n_inputs && next.stage === "playing";
    const mayPlan = isNow && next.seat !== undefined && next.turn !== undefined && next.turn !== next.seat;
    const nMissed = before ? next.n_inputs - before.n_inputs - 1 : 0;
    // Many people can watch: they see the last position at once, without a request.
    const mayFetch = next.seat !== undefined && nMissed > 0 && nMissed <= MOST_MISSED;
    const at = (/** @type {number} */ n_inputs) => lookAt(this.id, { ...this.#wish(), n_inputs });
    const missing = before && mayFetch ? () => boardsBetween(before.n_inputs + 1, next.n_inputs, at) : null;
    this.board.show(next, { mayPlan, sent, isNews: before !== null, missing });
    this.parts.alt.textContent = next.alt;
    if (isNew) this.handlers.told(null);
    this.#showSteps();
    this.handlers.shown(next);
    if (isNow && !sent && next.actions.length > 0) this.board.playPlanned();
  }

  #showSteps() {
    const at = this.#at(this.stops());
    const isLast = this.shown?.n_inputs === this.live?.n_inputs;
    const { steps, notLive } = this.parts;
    for (const where of STEPS) steps[where].disabled = ["first", "back"].includes(where) ? at <= 0 : isLast;
    notLive.hidden = isLast;
  }

  /** Returns the numbers of inputs that it can show: the start, the end of each turn, and the present. */
  stops() {
    return [...new Set([0, ...(this.live?.turns ?? []).map(({ n_inputs }) => n_inputs), this.live?.n_inputs ?? 0])];
  }

  /**
   * Returns the index of the shown n_inputs among these, or of the last one before it if it was taken back.
   * @param {number[]} stops
   */
  #at(stops) {
    const at = this.shown?.n_inputs ?? 0;
    return stops.findLastIndex((n_inputs) => n_inputs <= at);
  }

  /** @param {Step} where */
  step(where) {
    if (!this.shown) return;
    const all = this.stops();
    const at = this.#at(all);
    const next = { first: 0, back: at - 1, on: at + 1, last: all.length - 1 }[where];
    if (all[next] !== undefined) this.look(all[next]);
  }

  /**
   * Shows the board after so many inputs.
   * @param {number} n_inputs
   */
  async look(n_inputs) {
    const mine = (this.#nLooks += 1);
    if (this.live && n_inputs === this.live.n_inputs && this.eyes === null) return this.#show(this.live);
    const failed = (/** @type {unknown} */ problem) => this.handlers.told({ text: problemText(problem) });
    const found = await lookAt(this.id, { ...this.#wish(), n_inputs, eyes: this.eyes }).catch(failed);
    // After several quick steps, only the last request counts.
    if (found && mine === this.#nLooks) this.#show(found);
  }

  /**
   * Offers the choices without a square: at once if that does not disturb the viewer, and by a button.
   * @param {(() => void) | null} open
   */
  #offer(open) {
    this.#choice = open;
    this.parts.choose.hidden = !open;
    if (this.handlers.mayAsk()) open?.();
  }

  flip() {
    if (!this.shown) return;
    this.#bottom = this.shown.bottom === "white" ? "black" : "white";
    this.#again();
  }

  /** Shows the same position in another way. */
  #again() {
    this.ask();
    if (this.shown && (this.shown.n_inputs !== this.live?.n_inputs || this.eyes !== null)) this.look(this.shown.n_inputs);
  }

  // --------------------------------------------------------------------------------------------------- decisions

  /** @param {BoardAction} action */
  async #play(action) {
    const me = identity.current();
    const { live, shown } = this;
    if (!me || !live || !shown) return;
    const { n_inputs } = live;
    const mine = { n_inputs, action, isAnswered: false };
    this.#sending = mine;
    // The server can decide while the page draws.
    const sent = this.send(me, { press: `type:${this.id}:${n_inputs}:${action.text}` });
    this.board.show(shown, { sent: action });
    this.parts.spoken.textContent = say("board-sending");
    const told = await sent;
    mine.isAnswered = true;
    // The board shows the played move, so only a question or a refusal is told.
    const isPlayed = told && (told.reply.evident || (told.reply.replaces && !told.reply.controls));
    if (told && !isPlayed) this.handlers.told(told.reply, told.replyId);
    // A later decision is on its way.
    if (this.#sending !== mine) return;
    if (this.parts.spoken.textContent === say("board-sending")) this.parts.spoken.textContent = "";
    if (this.live?.n_inputs !== n_inputs) return;
    if (isPlayed) this.board.confirm();
    // The next frame has the result, if need be the first one of the next connection.
    if (isPlayed || (told && this.#lineState[0] === "open")) return this.ask();
    this.#sending = null;
    if (this.shown?.n_inputs === n_inputs) this.#show(this.live);
  }

  /** @param {string} text */
  async #illegal(text) {
    const me = identity.current();
    const told = me && (await this.send(me, { press: `why:${this.id}:${text}` }));
    if (!told) return;
    this.handlers.told({ ...told.reply, picture: undefined }, told.replyId);
    this.board.blame(causes(told.reply.picture));
    this.#isRefused = true;
  }

  /**
   * Replaces the marks of the last answer on the board by an arrow for the move that an answer offers.
   * @param {Control[]} controls
   */
  point(controls) {
    this.board.blame([]);
    this.#isRefused = false;
    const moves = controls.flatMap(({ buttons }) => buttons ?? []).map(({ id }) => /^play:\w+:\d+:(.+)$/.exec(id)?.[1]);
    this.board.point(moves.flatMap((move) => (move ? arrowOf(move, "hint") : [])));
  }

  /**
   * Sends an action until its result is known; the action counts once. Returns the result.
   * @param {Me} me
   * @param {Deed} deed
   */
  async send(me, deed) {
    const replyId = crypto.randomUUID();
    const late = setTimeout(() => this.#lineState[0] === "open" && this.handlers.state?.("late"), LATE);
    try {
      const { answer } = await tellSurely(MOST_TRIES, me, replyId, DIRECT, { ...deed, board: this.id });
      return answer ? { reply: answer, replyId } : null;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (problem.isStranger) {
        // A person that the server no longer knows can watch, and can sign in again.
        identity.leave();
        location.reload();
      } else {
        this.handlers.told({ text: problem.message });
      }
      return null;
    } finally {
      clearTimeout(late);
      this.handlers.state?.(...this.#lineState);
    }
  }
}

/**
 * Returns the squares that a picture marks because they forbid a move.
 * @param {Picture | undefined} picture
 */
function causes(picture) {
  const hints = picture?.recipe ? JSON.parse(picture.recipe).board?.hints : undefined;
  const words = String(hints ?? "").split(" ");
  return words.filter((word) => word.startsWith("!")).map((word) => word.slice(1));
}
