// A match on a live board: the board as it is or was, what is decided on it, and what came of that.

import { Line, lookAt, newId, Problem, tell } from "./api.js";
import { Board } from "./board.js";
import { DIRECT, identity } from "./model.js";

/** @import { BoardAction, BoardFrame, Deed, LiveBoard, LiveMatchHandlers, LiveMatchParts, Me, Picture, Side, Step } from "./types" */

/** How long it is before something is sent again whose fate is unknown, in milliseconds, and how often that is done. */
const AGAIN = 700;
const MOST_TRIES = 20;

/** All steps through the moves. @type {Step[]} */
export const STEPS = ["first", "back", "on", "last"];

const isDark = matchMedia("(prefers-color-scheme: dark)");

export class LiveMatch {
  /** The board as it is. @type {LiveBoard | null} */
  live = null;
  /** The board that is shown, which may be an earlier one. @type {LiveBoard | null} */
  shown = null;
  /** Through whose eyes we look, if we have chosen some. @type {string | null} */
  eyes = null;
  /** The side at the bottom, if we have turned the board. @type {Side | null} */
  #bottom = null;
  /** How many earlier boards were asked for. */
  #nLooks = 0;
  /** Asks for what is chosen of no square, if something is. @type {(() => void) | null} */
  #choice = null;
  /** The ply at which a move of ours is on its way. @type {number | null} */
  #sending = null;

  /**
   * @param {string} id
   * @param {LiveMatchParts} parts
   * @param {LiveMatchHandlers} handlers
   */
  constructor(id, parts, handlers) {
    this.id = id;
    this.parts = parts;
    this.handlers = handlers;
    this.board = new Board(parts.board, {
      play: (action) => this.#play(action),
      illegal: (text) => this.#illegal(text),
      said: (text) => (parts.spoken.textContent = text),
      choice: (open) => this.#offer(open),
    });
    parts.choose.addEventListener("click", () => this.#choice?.());
    /** @type {Line<BoardFrame>} */
    this.line = new Line(
      { hello: () => this.#wish(), frame: (frame) => this.#frame(frame), state: handlers.state, isReady: () => true },
      `/api/match/${id}/live`,
    );
    for (const where of STEPS) parts.steps[where].addEventListener("click", () => this.step(where));
    isDark.addEventListener("change", () => this.#again());
    document.addEventListener("visibilitychange", () => document.hidden || this.line.wake(this.#wish()));
  }

  /** Asks for the board anew: who has just said who they are may see more. */
  ask() {
    this.line.say(this.#wish());
  }

  #wish() {
    return { secret: identity.current()?.secret, bottom: this.#bottom, dark: isDark.matches };
  }

  // ------------------------------------------------------------------------------------------------ what is shown

  /** @param {BoardFrame} frame */
  #frame({ board, nothing }) {
    if (board) this.#take(board);
    else this.handlers.nothing(nothing ?? "");
  }

  /** @param {LiveBoard} next */
  #take(next) {
    const before = this.live;
    this.live = next;
    // What was planned belongs to the moves that are taken back.
    if (before && next.turns.length < before.turns.length) this.board.cancel();
    // Who looks at an earlier position goes on doing so, unless a move is planned that is due.
    const isPlanDue = this.board.hasPlan && next.actions.length > 0;
    const isAtEnd = this.shown === null || this.shown.ply === before?.ply;
    if (this.eyes === null && (isAtEnd || isPlanDue)) this.#show(next);
    else this.#showSteps();
    this.handlers.took(next, before);
  }

  /** @param {LiveBoard} next */
  #show(next) {
    const isNew = this.shown?.ply !== next.ply || this.shown.stage !== next.stage;
    this.shown = next;
    // Nothing is decided twice while a decision is on its way.
    const isSending = this.#sending === next.ply;
    const isNow = next.ply === this.live?.ply && next.stage === "playing";
    const mayPlan = isNow && next.seat !== undefined && next.turn !== undefined && next.turn !== next.seat;
    this.board.show(isSending ? { ...next, actions: [] } : next, { mayPlan });
    this.parts.alt.textContent = next.alt;
    if (isNew) this.handlers.told(null);
    this.#showSteps();
    this.handlers.shown(next);
    if (isNow && !isSending && next.actions.length > 0) this.board.playPlanned();
  }

  #showSteps() {
    const at = this.#at(this.plies());
    const isLast = this.shown?.ply === this.live?.ply;
    const { steps, notLive } = this.parts;
    for (const where of STEPS) steps[where].disabled = ["first", "back"].includes(where) ? at <= 0 : isLast;
    notLive.hidden = isLast;
  }

  /** All plies that can be shown: the start, the end of each turn, and now. */
  plies() {
    return [...new Set([0, ...(this.live?.turns ?? []).map(({ ply }) => ply), this.live?.ply ?? 0])];
  }

  /**
   * Where the ply that is shown stands among others, or the last one before it, if it has been taken back.
   * @param {number[]} plies
   */
  #at(plies) {
    const at = this.shown?.ply ?? 0;
    return plies.findLastIndex((ply) => ply <= at);
  }

  /** @param {Step} where */
  step(where) {
    if (!this.shown) return;
    const all = this.plies();
    const at = this.#at(all);
    const next = { first: 0, back: at - 1, on: at + 1, last: all.length - 1 }[where];
    if (all[next] !== undefined) this.look(all[next]);
  }

  /**
   * Shows the board as it was at a ply.
   * @param {number} ply
   */
  async look(ply) {
    this.#nLooks += 1;
    const mine = this.#nLooks;
    if (this.live && ply === this.live.ply && this.eyes === null) return this.#show(this.live);
    try {
      const found = await lookAt(this.id, { ...this.#wish(), ply, eyes: this.eyes });
      // Who steps on quickly wants the last one.
      if (mine === this.#nLooks) this.#show(found);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.handlers.told({ text: problem.message });
    }
  }

  /**
   * Lets be chosen what no square stands for: at once where that disturbs nobody, and by a button.
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

  /** Shows the same in another way. */
  #again() {
    this.ask();
    if (this.shown && (this.shown.ply !== this.live?.ply || this.eyes !== null)) this.look(this.shown.ply);
  }

  // --------------------------------------------------------------------------------------------- what is decided

  /** @param {BoardAction} action */
  async #play(action) {
    const me = identity.current();
    const { live, shown } = this;
    if (!me || !live || !shown) return;
    const { ply } = live;
    this.#sending = ply;
    this.board.show({ ...shown, actions: [] });
    const told = await this.send(me, { press: `type:${this.id}:${ply}:${action.text}` });
    // Another decision may be on its way by now.
    if (this.#sending === ply) this.#sending = null;
    // What was played shows on the board.
    if (told && (this.live?.ply === ply || told.reply.controls)) this.handlers.told(told.reply, told.replyId);
    if (this.live && this.shown?.ply === this.live.ply) this.#show(this.live);
  }

  /** @param {string} text */
  async #illegal(text) {
    const me = identity.current();
    const told = me && (await this.send(me, { press: `why:${this.id}:${text}` }));
    if (!told) return;
    this.handlers.told({ ...told.reply, picture: undefined }, told.replyId);
    this.board.blame(causes(told.reply.picture));
  }

  /**
   * Does something once, however often it has to be sent; what came of it.
   * @param {Me} me
   * @param {Deed} deed
   */
  async send(me, deed) {
    const replyId = newId();
    for (let n = 1; ; n += 1) {
      try {
        const told = await tell(me.secret, replyId, DIRECT, deed);
        return told.answer ? { reply: told.answer, replyId } : null;
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        if (problem.isStranger) {
          // Who is not known here any more watches, and may say anew who they are.
          identity.leave();
          location.reload();
          return null;
        }
        const isUnknown = problem.status === 0 || problem.status >= 500;
        if (!isUnknown || n === MOST_TRIES) {
          this.handlers.told({ text: problem.message });
          return null;
        }
        await new Promise((resolve) => {
          setTimeout(resolve, AGAIN);
        });
      }
    }
  }
}

/**
 * The squares that a picture points out as what forbids a move.
 * @param {Picture | undefined} picture
 */
function causes(picture) {
  const hints = picture?.recipe ? JSON.parse(picture.recipe).board?.hints : undefined;
  const words = String(hints ?? "").split(" ");
  return words.filter((word) => word.startsWith("!")).map((word) => word.slice(1));
}
