// An interactive board. It shows the picture from the server, and reports the decisions of its user. The rules,
// the picture and the words come from the server. This module handles placing, choosing and dragging.

import { drawn, Motion, nameOf, shape } from "./animate.js";
import { drawArrows, Sketches } from "./arrows.js";
import { Cards } from "./cards.js";
import { el, ignoreSecondClick, isElsewhere, isShortcut, layOver, originOf } from "./dom.js";
import { Picker, titleOf } from "./picker.js";
import { drawings, parse } from "./pieces.js";
import { crop, Reserve } from "./reserve.js";
import { say } from "./words.js";

/** @import { BoardAction, BoardArrow, BoardHandlers, BoardPosition, DrawnPosition, HeldPlaces, PlannedMove } from "./types" */

/** The distance at which a moving pointer begins to drag, in pixels. */
const DRAG = 6;

/**
 * A dragged piece.
 * @typedef {{ square: string, x: number, y: number, pointer: number, ghost: SVGElement | null, figure?: SVGElement }} Drag
 */

/** A board in an element. */
export class Board {
  /** @type {BoardPosition | null} */
  #state = null;
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  /** The picture, with its squares and pieces. @type {DrawnPosition | null} */
  #drawn = null;
  /** The names of the squares in the order of the picture, row by row. @type {string[][]} */
  #rows = [];
  /** The side of a square in the picture. */
  #side = 0;
  /** The view box and the bottom side of the picture that the cells lie over. */
  #laidOver = "";
  /** @type {string | null} */
  #chosen = null;
  /** The drawing of the chosen piece of the reserve. @type {string | null} */
  #drawing = null;
  /** @type {string[]} */
  #causes = [];
  /** The squares that are highlighted until the user chooses a piece. @type {{ chosen?: string, targets: string[] }} */
  #pointed = { targets: [] };
  /** The arrows of the page. @type {BoardArrow[]} */
  #arrows = [];
  /** The decision that is being sent; the board already shows it. @type {BoardAction | null} */
  #sent = null;
  /** True if the user can plan a move while the other side is to decide. */
  #mayPlan = false;
  /** The planned move. @type {PlannedMove | null} */
  #planned = null;
  /** True while it plays the planned move, which is shown after the move before it. */
  #isPlaying = false;
  /** @type {Drag | null} */
  #drag = null;
  /** True right after the drop of a piece, so that the board ignores the following click. */
  #isDropped = false;
  /** The square that the pointer or the focus is on. @type {string | null} */
  #aimed = null;
  /** @type {string | null} */
  #focused = null;
  /** True if a pointer has moved the focus here, so that the arrow keys step through the game. */
  #isByPointer = false;

  /**
   * With `held`, the page shows the names, and these places beside them show what each side holds.
   * @param {HTMLElement} root
   * @param {BoardHandlers} handlers
   * @param {{ held?: HeldPlaces, ended?: AbortSignal }} more `ended` ends its use
   */
  constructor(root, handlers, { held, ended } = {}) {
    this.handlers = handlers;
    this.held = held;
    this.grid = el("div", { class: "cells", role: "grid", "aria-label": say("board-grid") });
    this.picture = el("div", { class: "picture-frame", "aria-hidden": "true" });
    this.motion = new Motion(this.picture);
    this.picker = new Picker(ended);
    this.reserve = new Reserve((drawing) => this.#take(drawing), held);
    const cards = {
      cell: (/** @type {string} */ square) => this.#cells.get(square),
      squareOf: (/** @type {PointerEvent} */ { target }) => squareOf(target),
      cardOf: (/** @type {string} */ square) => this.#cardOf(square),
      mayRest: () => !this.#chosen && !this.#drawing && !this.#drag && !this.picker.root.open,
      changed: () => this.#mark(),
      said: handlers.said,
    };
    this.cards = new Cards(this.grid, cards, ended);
    root.replaceChildren(this.picture, this.grid, this.reserve.root, this.picker.root, this.cards.root);
    const squares = {
      squareAt: (/** @type {MouseEvent} */ event) => this.#squareAt(event),
      isFree: (/** @type {string} */ square) => !this.#figure(square) && !this.#targets().includes(square),
    };
    this.sketches = new Sketches(this.grid, squares, () => this.#drawArrows(), ended);
    root.addEventListener("pointerdown", () => this.motion.isPassing && this.motion.skip());
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("pointerdown", () => (this.#isByPointer = true));
    this.grid.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(":focus-visible")) this.#isByPointer = false;
    });
    this.grid.addEventListener("pointerover", ({ target }) => this.#aim(squareOf(target)));
    this.grid.addEventListener("pointerleave", () => this.#aim(null));
    this.grid.addEventListener("pointerdown", (event) => this.#down(event));
    this.grid.addEventListener("click", (event) => this.#click(event));
    // The size of a held piece is known once it is drawn.
    drawings.addEventListener("change", () => this.#drawn && this.reserve.layOut(this.#drawn.svg, this.#actions), { signal: ended });
    const skip = (/** @type {KeyboardEvent} */ event) => {
      if (isElsewhere(event)) return;
      if (this.motion.isPassing) this.motion.skip();
      if (!this.cards.close() && event.key === "Escape") this.cancel();
    };
    document.addEventListener("keydown", skip, { signal: ended });
  }

  /**
   * Shows a position, and keeps the present choice if it is still possible. `pointed` highlights a piece and other squares.
   * With `mayPlan`, the user can plan a move while the other side is to decide. A decision that was `sent` is shown as if it
   * counted already; without it in the next call, the piece goes back. `isNews` is true for the next position of a game: the
   * pieces go there step by step, through the `missing` positions.
   * @param {BoardPosition} state
   * @param {{
   *   pointed?: { chosen?: string, targets: string[] },
   *   mayPlan?: boolean,
   *   sent?: BoardAction | null,
   *   isNews?: boolean,
   *   missing?: (() => Promise<BoardPosition[]>) | null,
   * }} more
   */
  show(state, { pointed = { targets: [] }, mayPlan = false, sent = null, isNews = false, missing = null } = {}) {
    const isSame = this.#state?.n_inputs === state.n_inputs;
    const isSameSvg = this.#state?.svg === state.svg;
    const isDrawn = isSameSvg && this.#sent === sent;
    // A picture without a sent move can become the one with it.
    const known = isSameSvg && !this.#sent && !this.#isPlaying ? this.#drawn : null;
    this.#pointed = pointed;
    this.#mayPlan = mayPlan;
    this.#state = sent ? { ...state, actions: [] } : state;
    this.#sent = sent;
    if (!isDrawn) this.#draw(known ? { ...known, figures: new Map(known.figures) } : this.#read(state), isNews, missing);
    if (this.#drawn) this.reserve.layOut(this.#drawn.svg, this.#actions);
    if (this.#drag && isSame && this.#isMine(this.#drag.square)) this.#lift(this.#drag);
    else this.#endDrag();
    if (!isSame) {
      this.#causes = [];
      this.#arrows = [];
      this.#drawing = null;
      this.picker.root.close();
      this.cards.close();
    }
    if (this.#chosen && !this.#isMine(this.#chosen)) this.#chosen = null;
    this.#mark();
    const [first] = this.#actions;
    const isAlike = this.#actions.length > 1 && this.#actions.every(({ from, to }) => from === first.from && to === first.to);
    // A pending promotion has nothing else to choose.
    const others = isAlike ? this.#actions : this.#actions.filter(({ from, to }) => !from && !to);
    if (this.handlers.choice) this.handlers.choice(others.length > 0 ? () => this.#choose(others) : null);
    else if (others.length > 0 && !this.picker.root.open) this.#choose(others);
  }

  /** @param {BoardPosition} state */
  #read(state) {
    const svg = parse(state.svg);
    if (this.held) crop(svg);
    return drawn(svg, state);
  }

  /**
   * @param {DrawnPosition} next
   * @param {boolean} isNews
   * @param {(() => Promise<BoardPosition[]>) | null} missing
   */
  #draw(next, isNews, missing) {
    this.#layOut(next);
    this.#drawn = next;
    if (this.#sent) this.#carry(next, this.#sent);
    const between = missing && (() => missing().then((states) => states.map((state) => this.#read(state))));
    // The user has just put the piece there.
    this.motion.show(next, { isNews: isNews || this.#isPlaying, isStill: this.#isDropped && this.#sent !== null, missing: between });
  }

  /**
   * Puts a piece onto the square to which it is sent, and the other way round if two pieces swap.
   * @param {DrawnPosition} drawn
   * @param {BoardAction} action
   */
  #carry(drawn, { text, from, to, drawing }) {
    // The piece stays where it is while it shoots.
    if (!to || text.includes("*")) return;
    if (from) drawn.sent = [from, to];
    const [mover, other] = [from, to].map((square) => nameOf(drawn.figures.get(square ?? "")));
    if (from) this.#put(from, text.includes("<>") ? other : "");
    this.#put(to, drawing ?? mover);
  }

  /**
   * Puts a piece or object onto a square until the next position, or removes the one there for an empty name.
   * @param {string} square
   * @param {string} name of its drawing
   */
  put(square, name) {
    this.#put(square, name);
    // The picture is no longer that of the state.
    if (this.#state) this.#state = { ...this.#state, svg: "" };
  }

  /** @param {string} square @param {string} name */
  #put(square, name) {
    const figures = this.#drawn?.figures;
    figures?.get(square)?.remove();
    figures?.delete(square);
    if (!name) return;
    const use = shape("use", { class: "sending", href: `#drawing-${name}`, width: this.#side, height: this.#side });
    this.#drawn?.parts.get(square)?.append(use);
    figures?.set(square, use);
  }

  /** Shows the sent decision as one that counts. The next position has its results. */
  confirm() {
    for (const figure of this.picture.querySelectorAll(".sending")) figure.classList.remove("sending");
  }

  /** Returns the drawings of the pieces and objects by their squares. */
  get pieces() {
    return Object.fromEntries([...(this.#drawn?.figures ?? [])].map(([square, figure]) => [square, nameOf(figure)]));
  }

  /**
   * Draws arrows until the position changes.
   * @param {BoardArrow[]} arrows
   */
  point(arrows) {
    this.#arrows = arrows;
    this.#drawArrows();
  }

  #drawArrows() {
    /** @type {BoardArrow[]} */
    const planned = this.#mayPlan && this.#planned ? [[this.#planned.from, this.#planned.to, "plan"]] : [];
    if (this.#drawn) drawArrows(this.#drawn, [...this.#arrows, ...planned, ...this.sketches.arrows]);
  }

  /**
   * Marks the squares that forbid a decision.
   * @param {string[]} squares
   */
  blame(squares) {
    this.#causes = squares;
    this.#mark();
  }

  /** Cancels the planned move, the drag and the choice. */
  cancel() {
    this.#endDrag();
    if (this.#planned) this.#plan(null);
    else if (this.#chosen || this.#drawing) this.#select(null);
  }

  /** Tells whether the user has planned a move. */
  get hasPlan() {
    return this.#planned !== null;
  }

  /**
   * Plays the planned move when this side is to decide. Asks for the remaining choices, and explains
   * why an illegal move is illegal.
   */
  playPlanned() {
    const planned = this.#planned;
    this.#planned = null;
    this.#isPlaying = true;
    if (planned) this.#try(planned.from, planned.to);
    this.#isPlaying = false;
  }

  /** @param {PlannedMove | null} planned */
  #plan(planned) {
    this.#planned = planned;
    this.#select(null);
    this.handlers.said(planned ? say("board-planned", { from: planned.from, to: planned.to }) : "");
  }

  /**
   * Handles a tap at a point of the window, if a piece of the user is there.
   * @param {{ clientX: number, clientY: number }} point
   */
  tapAt(point) {
    const square = this.#squareAt(point);
    if (square && this.#isMine(square)) this.#select(square);
  }

  /**
   * Makes a cell for each square at its place in the picture, from the top left corner on.
   * @param {DrawnPosition} drawn
   */
  #layOut({ svg, bottom, parts }) {
    const laidOver = `${svg.getAttribute("viewBox")} ${bottom}`;
    if (laidOver === this.#laidOver) return;
    this.#laidOver = laidOver;
    const places = [...parts].map(([name, part]) => ({ name, ...originOf(part) }));
    places.sort((a, b) => a.y - b.y || a.x - b.x);
    this.#side = (places[7].x - places[0].x) / 7;
    for (const { name, x, y } of places) {
      const cell = this.#cells.get(name) ?? el("div", { class: "cell", role: "gridcell", "data-square": name });
      this.#cells.set(name, cell);
      layOver(cell, svg, { x, y, width: this.#side, height: this.#side });
    }
    const rows = Array.from({ length: 8 }, (_, row) => places.slice(8 * row, 8 * row + 8).map(({ name }) => name));
    // A move of the focused element would remove the focus.
    if (String(rows) !== String(this.#rows)) {
      const focused = document.activeElement;
      this.#rows = rows;
      const row = (/** @type {string[]} */ names) => el("div", { role: "row" }, ...names.map((name) => this.#cells.get(name)));
      this.grid.replaceChildren(...rows.map(row));
      const isByPointer = this.#isByPointer;
      if (focused instanceof HTMLElement && this.grid.contains(focused)) focused.focus();
      this.#isByPointer = isByPointer;
    }
    this.#focused ??= rows[7][0];
    for (const [name, cell] of this.#cells) cell.tabIndex = name === this.#focused ? 0 : -1;
  }

  // ---------------------------------------------------------------------------------------------- possible choices

  get #actions() {
    return this.#state?.actions ?? [];
  }

  /**
   * Tells whether a piece of the user that can try to move stands on a square.
   * @param {string} square
   */
  #isMine(square) {
    if (!this.#mayPlan && !this.#actions.some(({ from }) => from)) return false;
    if (this.#actions.some(({ from }) => from === square)) return true;
    return nameOf(this.#figure(square)).startsWith(`${this.#state?.seat}-`);
  }

  /**
   * Returns the decisions that begin on a square, or on none, with the chosen piece of the reserve.
   * @param {string | null} square
   */
  #from(square) {
    const begun = this.#actions.filter(({ from }) => (from ?? null) === square);
    return this.#drawing ? begun.filter(({ drawing }) => drawing === this.#drawing) : begun;
  }

  /** Returns the squares that the user can choose now. */
  #targets() {
    return this.#from(this.#chosen).map(({ to }) => to).filter((to) => to !== undefined);
  }

  /**
   * Returns the piece or object on a square.
   * @param {string} square
   */
  #figure(square) {
    return this.#drawn?.figures.get(square);
  }

  #mark() {
    for (const mark of this.picture.querySelectorAll(".mark")) mark.remove();
    const targets = new Set(this.#targets());
    const pointed = this.#chosen ? { targets: [] } : (this.#described() ?? this.#pointed);
    for (const name of pointed.targets) this.#place(name, this.#state?.squares[name] ? "target-taken" : "target");
    if (pointed.chosen) this.#place(pointed.chosen, "chosen");
    const mayBecome = this.#drawing && !this.#chosen ? this.#actions.filter(({ drawing }) => drawing === this.#drawing) : [];
    for (const square of new Set(mayBecome.map(({ from }) => from))) if (square) this.#place(square, "target-taken");
    for (const [name, cell] of this.#cells) {
      const told = this.#state?.squares[name];
      const isChosen = name === this.#chosen;
      const isTarget = targets.has(name);
      const isCause = this.#causes.includes(name);
      const isPlanned = this.#mayPlan && (this.#planned?.from === name || this.#planned?.to === name);
      const words = [told ?? say("board-empty", { square: name })];
      if (isChosen) {
        this.#place(name, "chosen");
        words.push(say("board-chosen"));
      }
      if (isTarget) {
        this.#place(name, told ? "target-taken" : "target");
        words.push(say("board-target"));
        const captured = this.#captured(name).join(" ");
        if (captured) words.push(say("board-captures", { squares: captured }));
      }
      if (isPlanned) {
        this.#drawn?.parts.get(name)?.firstElementChild?.after(shape("rect", { class: "mark planned", width: this.#side, height: this.#side }));
        words.push(say("board-plan"));
      }
      if (isCause) {
        this.#place(name, "cause");
        words.push(say("board-cause"));
      }
      cell.setAttribute("aria-label", words.join(", "));
      cell.setAttribute("aria-selected", String(isChosen));
      cell.classList.toggle("open", isTarget || this.#isMine(name));
    }
    this.reserve.mark(this.#drawing);
    this.#drawArrows();
    this.#markCaptured();
  }

  /** Returns the piece whose card is open, and the squares that it can go to. */
  #described() {
    const { square } = this.cards;
    if (!square) return null;
    const own = this.#actions.flatMap(({ from, to }) => (from === square && to ? [to] : []));
    const others = this.#state?.reach[square]?.split(" ") ?? [];
    return { chosen: square, targets: own.length > 0 ? own : others };
  }

  /**
   * Returns the content of the card of a piece or object.
   * @param {string} square
   */
  #cardOf(square) {
    const kind = nameOf(this.#figure(square)).replace(/^(white|black)-/, "");
    const [title, ways] = [this.#state?.squares[square], this.#state?.cards[kind]];
    return title && ways ? { title, note: this.#state?.notes[square]?.text, ways } : null;
  }

  /**
   * Notes the square that the pointer or the focus is on.
   * @param {string | null} square
   */
  #aim(square) {
    if (square === this.#aimed) return;
    this.#aimed = square;
    this.#markCaptured();
  }

  /**
   * Returns the squares of the pieces that the chosen piece captures elsewhere than on its target.
   * @param {string} target
   */
  #captured(target) {
    const meant = this.#chosen ? this.#from(this.#chosen).filter(({ to }) => to === target) : [];
    return [...new Set(meant.flatMap(({ captures }) => captures ?? []))];
  }

  #markCaptured() {
    for (const mark of this.picture.querySelectorAll(".captured")) mark.remove();
    const center = this.#side / 2;
    for (const square of this.#aimed ? this.#captured(this.#aimed) : []) {
      this.#drawn?.parts.get(square)?.append(shape("circle", { class: "mark captured", cx: center, cy: center, r: this.#side * 0.43 }));
    }
  }

  /**
   * @param {string} square
   * @param {string} drawing
   */
  #place(square, drawing) {
    const use = shape("use", { class: "mark", href: `#drawing-${drawing}`, width: this.#side, height: this.#side });
    this.#drawn?.parts.get(square)?.append(use);
  }

  // ------------------------------------------------------------------------------------------------------ choosing

  /** @param {string} square */
  #tap(square) {
    if (this.#targets().includes(square)) return this.#try(this.#chosen, square);
    if (square === this.#chosen) return this.#select(null);
    if (this.#mayPlan && this.#chosen && !this.#isMine(square)) return this.#plan({ from: this.#chosen, to: square });
    if (this.#planned) return this.#plan(null);
    if (this.#isMine(square)) {
      this.#select(square);
      if (this.#noteOf(square)) this.cards.open(square);
      return;
    }
    const needsNone = this.#actions.length > 0 && this.#actions.every(({ from }) => !from);
    if (this.#chosen || needsNone) this.#refuse(this.#chosen, square);
    else this.cards.toggle(square);
  }

  /**
   * Returns the remark on a piece of the user that cannot move.
   * @param {string | null} square
   */
  #noteOf(square) {
    const isStuck = square && !this.#mayPlan && this.#from(square).length === 0;
    return isStuck ? this.#state?.notes[square] : undefined;
  }

  /** @param {string | null} square */
  #select(square) {
    if (square) this.handlers.chose?.();
    this.#chosen = square;
    // A piece that cannot become the chosen piece of the reserve moves unchanged.
    if (!square || this.#from(square).length === 0) this.#drawing = null;
    this.#causes = this.#noteOf(square)?.causes ?? [];
    this.#mark();
    if (square) this.handlers.said(this.#cells.get(square)?.getAttribute("aria-label") ?? "");
  }

  /**
   * Chooses a piece of the reserve for the next square.
   * @param {string} drawing
   */
  #take(drawing) {
    this.handlers.chose?.();
    this.#drawing = drawing === this.#drawing ? null : drawing;
    this.#causes = [];
    const [alone] = this.#drawing ? this.#from(null).filter(({ to }) => !to) : [];
    if (alone) return this.#play(alone);
    if (this.#chosen && this.#from(this.#chosen).length === 0) this.#chosen = null;
    this.#mark();
  }

  /**
   * @param {string | null} from
   * @param {string} to
   */
  #try(from, to) {
    if (this.#mayPlan && from) return this.#plan({ from, to });
    const meant = this.#from(from).filter((action) => action.to === to);
    if (meant.length === 0) return this.#refuse(from, to);
    if (meant.length > 1) return this.#choose(meant);
    this.#play(meant[0]);
  }

  /**
   * @param {string | null} from
   * @param {string} to
   */
  #refuse(from, to) {
    const like = this.#from(from).find((action) => action.to);
    const isNamed = this.#drawing !== null || from === null;
    this.#select(null);
    // The text names a dropped piece, or the new role of a piece, before the squares.
    if (like && isNamed) this.handlers.illegal(like.text.replace(`${like.from ?? ""}${like.to}`, `${from ?? ""}${to}`));
    else if (from) this.handlers.illegal(from + to);
  }

  /** @param {BoardAction} action */
  #play(action) {
    this.#select(null);
    this.handlers.play(action);
  }

  /**
   * Lets the user choose one of several decisions, beside their square.
   * @param {BoardAction[]} actions
   */
  #choose(actions) {
    const choice = (/** @type {BoardAction} */ action) => {
      const choose = () => {
        this.picker.root.close();
        this.#play(action);
      };
      const picture = action.drawing ? drawing(action.drawing) : null;
      const attributes = { type: "button", class: "button choice", "data-action": action.text, onclick: choose };
      return el("button", attributes, picture, el("span", {}, action.label));
    };
    const [{ from, to }] = actions;
    this.picker.open(titleOf(actions, from === undefined), actions.map(choice), to ? this.#cells.get(to) : undefined);
  }

  // ------------------------------------------------------------------------------------------- pointers and keys

  /**
   * Returns the square at a point of the window.
   * @param {{ clientX: number, clientY: number }} point
   */
  #squareAt({ clientX, clientY }) {
    return squareOf(document.elementsFromPoint(clientX, clientY).find((element) => this.grid.contains(element) && element.matches(".cell")));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const square = squareOf(event.target);
    if (!square || this.#isDropped || this.cards.isHeld) return;
    this.#focus(square);
    if (this.handlers.press?.(square)) return;
    // The user did not intend the entry that a dialog opened under the pointer.
    ignoreSecondClick(event);
    this.#tap(square);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const square = squareOf(event.target);
    const isFree = square !== null && this.#isMine(square) && !this.#targets().includes(square);
    if (!isFree || event.button !== 0 || !this.#figure(square)) return;
    /** @type {Drag} */
    const drag = { square, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
    // A second finger takes over the drag.
    this.#endDrag();
    this.#drag = drag;
    const listening = new AbortController();
    const hear = (/** @type {"pointermove" | "pointerup" | "pointercancel"} */ name, /** @type {(event: PointerEvent) => void} */ then) => {
      const mine = (/** @type {PointerEvent} */ event) => event.pointerId === drag.pointer && then(event);
      addEventListener(name, mine, { signal: listening.signal });
    };
    const end = (/** @type {string | null} */ to) => {
      listening.abort();
      if (this.#drag === drag) this.#dropped(drag, to);
    };
    hear("pointermove", (event) => this.#drag === drag && this.#moved(drag, event));
    hear("pointerup", (event) => end(this.#squareAt(event)));
    hear("pointercancel", () => end(null));
  }

  /**
   * @param {Drag} drag
   * @param {PointerEvent} event
   */
  #moved(drag, event) {
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG) return;
      this.#select(drag.square);
      drag.ghost = drawing(nameOf(this.#figure(drag.square)));
      drag.ghost.classList.add("ghost");
      const { width } = this.#cells.get(drag.square)?.getBoundingClientRect() ?? { width: 0 };
      [drag.ghost.style.width, drag.ghost.style.height] = [`${width}px`, `${width}px`];
      document.body.append(drag.ghost);
      this.#lift(drag);
      this.grid.classList.add("dragging");
    }
    drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    const over = this.#squareAt(event);
    this.#aim(over);
    for (const [name, cell] of this.#cells) cell.classList.toggle("over", name === over);
  }

  /**
   * Removes the dragged piece from its square, also in a picture that arrives during the drag.
   * @param {Drag} drag
   */
  #lift(drag) {
    if (!drag.ghost) return;
    drag.figure = this.#figure(drag.square);
    drag.figure?.classList.add("lifted");
  }

  /**
   * @param {Drag} drag
   * @param {string | null} to
   */
  #dropped(drag, to) {
    const wasMoved = drag.ghost !== null;
    this.#endDrag();
    if (!wasMoved) return;
    this.#isDropped = true;
    setTimeout(() => (this.#isDropped = false));
    if (to === null || to === drag.square) return this.#select(null);
    this.#try(drag.square, to);
  }

  #endDrag() {
    this.#drag?.ghost?.remove();
    this.#drag?.figure?.classList.remove("lifted");
    this.#drag = null;
    this.grid.classList.remove("dragging");
    for (const cell of this.#cells.values()) cell.classList.remove("over");
  }

  /** @param {string} square */
  #focus(square) {
    this.cards.close();
    this.#focused = square;
    this.#aim(square);
    for (const [name, cell] of this.#cells) cell.tabIndex = name === square ? 0 : -1;
    this.#cells.get(square)?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const square = squareOf(event.target);
    if (!square || isShortcut(event)) return;
    const row = this.#rows.findIndex((names) => names.includes(square));
    const column = this.#rows[row].indexOf(square);
    const to = (/** @type {number} */ row, /** @type {number} */ column) => {
      const next = this.#rows[row]?.[column];
      if (next) this.#focus(next);
    };
    const press = () => this.handlers.press?.(square) || this.#tap(square);
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowUp: () => to(row - 1, column),
      ArrowDown: () => to(row + 1, column),
      ArrowLeft: () => to(row, column - 1),
      ArrowRight: () => to(row, column + 1),
      Home: () => to(row, 0),
      End: () => to(row, 7),
      i: () => this.cards.square === square ? this.cards.close() : this.cards.open(square),
      "?": () => this.cards.open(square),
      Enter: press,
      " ": press,
    };
    const isStep = /^(Arrow|Home|End)/.test(event.key);
    if (!Object.hasOwn(keys, event.key) || (isStep && this.#isByPointer)) return;
    this.#isByPointer = false;
    keys[event.key]();
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * Returns the square that an element of the board represents.
 * @param {EventTarget | null | undefined} target
 */
function squareOf(target) {
  const cell = target instanceof Element ? target.closest(".cell") : null;
  return cell instanceof HTMLElement ? (cell.dataset.square ?? null) : null;
}

/**
 * Returns a separate copy of a drawing of the shown board.
 * @param {string} name
 */
export function drawing(name) {
  return shape("svg", { viewBox: "0 0 1 1", "aria-hidden": "true" }, shape("use", { href: `#drawing-${name}`, width: 1, height: 1 }));
}
