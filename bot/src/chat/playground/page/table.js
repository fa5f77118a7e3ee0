// A match: its board, its moves, and what can be done with it.

import { Line, lookAt, newId, Pictures, Problem, reviewOf, tell } from "./api.js";
import { Board } from "./board.js";
import { byId, deadline, el, ignoreSecondClick } from "./dom.js";
import { needMe } from "./me.js";
import { DIRECT, identity, load, store } from "./model.js";
import { rich } from "./rich-text.js";
import { say } from "./words.js";

/** @import { Answer, Attachment, BoardAction, BoardFrame, BoardReview, BoardTurn, Button, Control, Deed, LineState, LiveBoard, Me, Picture, Side } from "./types" */

const CHOICES = "oddboard.board";

/** How long it is before something is sent again whose fate is unknown, in milliseconds, and how often that is done. */
const AGAIN = 700;
const MOST_TRIES = 20;

const id = location.pathname.split("/").at(-1) ?? "";
const isDark = matchMedia("(prefers-color-scheme: dark)");

/** The board as it is. @type {LiveBoard | null} */
let live = null;
/** The board that is shown, which may be an earlier one. @type {LiveBoard | null} */
let shown = null;
/** The side at the bottom, if we have turned the board. @type {Side | null} */
let bottom = null;
/** Through whose eyes we look, if we have chosen some. @type {string | null} */
let eyes = null;
/** @type {BoardReview | null} */
let review = null;
/** How many earlier boards were asked for. */
let nLooks = 0;
/** The ply at which a move of ours is on its way. @type {number | null} */
let sending = null;
/** @type {Record<"sound" | "notify", boolean>} */
const choices = load(localStorage, CHOICES, { sound: false, notify: false });
/** @type {AudioContext | null} */
let audio = null;

const board = new Board(byId("board"), { play, illegal, said: (text) => (byId("spoken").textContent = text) });
/** @type {Line<BoardFrame>} */
const line = new Line({ hello: wish, frame, state, isReady: () => true }, `/api/match/${id}/live`);

line.open();
showChoices();
showMe();
for (const where of /** @type {const} */ (["first", "back", "on", "last"])) byId(where).addEventListener("click", () => step(where));
byId("flip").addEventListener("click", flip);
byId("share").addEventListener("click", share);
byId("sound").addEventListener("click", () => choose("sound"));
byId("notify").addEventListener("click", notify);
byId("eyes", HTMLSelectElement).addEventListener("change", (event) => {
  const { value } = /** @type {HTMLSelectElement} */ (event.target);
  eyes = value === "everything" ? null : value;
  if (shown) look(shown.ply);
});
isDark.addEventListener("change", () => line.say(wish()));
document.addEventListener("visibilitychange", () => document.hidden || line.wake(wish()));
document.addEventListener("keydown", (event) => {
  const { target } = event;
  const isElsewhere = target instanceof Element && ["input", "select", "dialog"].some((tag) => target.closest(tag));
  if (isElsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
  const steps = /** @type {const} */ ({ ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" });
  if (!Object.hasOwn(steps, event.key)) return;
  event.preventDefault();
  step(steps[/** @type {keyof typeof steps} */ (event.key)]);
});

// ------------------------------------------------------------------------------------------------ what is shown

function wish() {
  return { secret: identity.current()?.secret, bottom, dark: isDark.matches };
}

/** @param {BoardFrame} frame */
function frame({ board, nothing }) {
  byId("table").classList.toggle("nothing", !board);
  if (board) return take(board);
  byId("told").textContent = nothing ?? "";
}

/** @param {LiveBoard} next */
function take(next) {
  const before = live;
  live = next;
  if (before && next.last_ply > before.last_ply) call(next);
  // Who looks at an earlier position goes on doing so.
  if (eyes === null && (shown === null || shown.ply === before?.ply)) show(next);
  else showMoves();
  const isOurs = next.stage === "playing" && next.seat !== undefined && next.turn === next.seat;
  document.title = isOurs ? `● ${say("board-your-turn")} · ${next.title}` : next.title;
}

/** @param {LiveBoard} next */
function show(next) {
  const isNew = shown?.ply !== next.ply || shown.stage !== next.stage;
  shown = next;
  // Nothing is decided twice while a decision is on its way.
  board.show(sending === next.ply ? { ...next, actions: [] } : next);
  byId("match-title").textContent = next.title;
  byId("told").replaceChildren(...rich(next.text));
  byId("alt").textContent = next.alt;
  const isTimed = next.until !== undefined && next.stage === "playing";
  byId("time").replaceChildren(...(isTimed ? [say("board-until"), " ", deadline(next.until ?? 0)] : []));
  byId("eyes-field").hidden = !next.has_eyes;
  byId("invite").hidden = next.stage !== "challenge";
  if (isNew) answer(null);
  showMoves();
  showReview();
  byId("controls").replaceChildren(...(next.ply === live?.ply ? buttons(next.controls) : []));
}

/**
 * @param {LineState} state
 * @param {number} pause
 */
function state(state, pause = 0) {
  const texts = {
    connecting: say("connecting"),
    open: say("connected"),
    waiting: say("lost", { seconds: Math.ceil(pause / 1000) }),
    stranger: say("stranger"),
  };
  byId("connection").textContent = texts[state];
  byId("connection").dataset.state = state;
}

function showMe() {
  const me = identity.current();
  const enter = async () => {
    if (await needMe()) location.reload();
  };
  byId("me").replaceChildren(me?.name ?? el("button", { type: "button", class: "button small", onclick: enter }, say("sign-in")));
}

function showMoves() {
  if (!live || !shown) return;
  const at = shown.ply;
  const turns = live.turns;
  const numbers = [...new Set(turns.map(({ number }) => number))];
  const button = (/** @type {BoardTurn} */ { ply, color, caption }) => {
    const attributes = { type: "button", class: `move ${color}`, "data-ply": ply, "aria-current": ply === at ? "true" : null, onclick: () => look(ply) };
    return el("button", attributes, caption);
  };
  const row = (/** @type {number} */ number) => {
    const pair = turns.filter((turn) => turn.number === number);
    const gap = pair[0].color === "black" ? el("span", { class: "gap", "aria-hidden": "true" }, "…") : null;
    return el("li", { value: number }, gap, ...pair.map(button));
  };
  const list = byId("moves");
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.ply : undefined;
  list.replaceChildren(...numbers.map(row));
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-ply="${focused}"]`))?.focus({ preventScroll: true });
  const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  const isFirst = plies().indexOf(at) <= 0;
  const isLast = at === live.ply;
  for (const where of ["first", "back"]) byId(where, HTMLButtonElement).disabled = isFirst;
  for (const where of ["on", "last"]) byId(where, HTMLButtonElement).disabled = isLast;
  byId("not-live").hidden = isLast;
}

/** All plies that can be shown: the start, the end of each turn, and now. */
function plies() {
  return [...new Set([0, ...(live?.turns ?? []).map(({ ply }) => ply), live?.ply ?? 0])];
}

/** @param {"first" | "back" | "on" | "last"} where */
function step(where) {
  if (!shown) return;
  const all = plies();
  const at = all.indexOf(shown.ply);
  const next = { first: 0, back: at - 1, on: at + 1, last: all.length - 1 }[where];
  if (all[next] !== undefined) look(all[next]);
}

/**
 * Shows the board as it was at a ply.
 * @param {number} ply
 */
async function look(ply) {
  nLooks += 1;
  const mine = nLooks;
  if (live && ply === live.ply && eyes === null) return show(live);
  try {
    const found = await lookAt(id, { ...wish(), ply, eyes });
    // Who steps on quickly wants the last one.
    if (mine === nLooks) show(found);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    answer({ text: problem.message });
  }
}

function flip() {
  if (!shown) return;
  bottom = shown.bottom === "white" ? "black" : "white";
  line.say(wish());
  if (shown.ply !== live?.ply || eyes !== null) look(shown.ply);
}

// --------------------------------------------------------------------------------------------------- the review

/** Shows how the match went, if it is over and that is known. */
function showReview() {
  const box = byId("review");
  box.hidden = !review || !shown || shown.stage !== "over";
  if (!review || !shown || box.hidden) return;
  const { ply } = shown;
  const score = review.scores.find((score) => score.ply >= ply);
  const white = score && Math.round(100 * (eyes === null ? score.all_known : score.white));
  const bar = white === undefined ? null : el("meter", { min: 0, max: 100, value: white, "aria-label": say("board-score", { white, black: 100 - white }) });
  const told = white === undefined ? null : el("p", {}, say("board-score", { white, black: 100 - white }));
  const point = (/** @type {{ ply: number, text: string }} */ { ply, text }) => {
    // The position after what was decided.
    const after = plies().find((other) => other > ply) ?? ply;
    return el("li", {}, el("button", { type: "button", class: "point", "aria-current": after === shown?.ply ? "true" : null, onclick: () => look(after) }, text));
  };
  box.replaceChildren(el("h2", {}, say("board-review")), ...[bar, told].filter((part) => part !== null), el("p", {}, review.text), el("ol", {}, ...review.points.map(point)));
}

async function openReview() {
  const me = await needMe();
  if (!me) return;
  answer({ text: say("board-reviewing") });
  try {
    review = await reviewOf(me.secret, id);
    answer(null);
    showReview();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    answer({ text: problem.message });
  }
}

// --------------------------------------------------------------------------------------------- what can be done

/** @param {BoardAction} action */
async function play(action) {
  const me = identity.current();
  if (!me || !live || !shown) return;
  const { ply } = live;
  sending = ply;
  board.show({ ...shown, actions: [] });
  const told = await send(me, { press: `type:${id}:${ply}:${action.text}` });
  sending = null;
  // What was played shows on the board.
  if (told && (live.ply === ply || told.reply.controls)) answer(told.reply, told.replyId);
  if (shown.ply === live.ply) board.show(live);
}

/** @param {string} text */
async function illegal(text) {
  const me = identity.current();
  const told = me && (await send(me, { press: `why:${id}:${text}` }));
  if (!told) return;
  answer({ ...told.reply, picture: undefined }, told.replyId);
  board.blame(causes(told.reply.picture));
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

/**
 * Does something once, however often it has to be sent; what came of it.
 * @param {Me} me
 * @param {Deed} deed
 */
async function send(me, deed) {
  const replyId = newId();
  for (let n = 1; ; n += 1) {
    try {
      const told = await tell(me.secret, replyId, DIRECT, deed);
      return told.answer ? { reply: told.answer, replyId } : null;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      const isUnknown = problem.status === 0 || problem.status >= 500;
      if (!isUnknown || n === MOST_TRIES) {
        answer({ text: problem.message });
        return null;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, AGAIN);
      });
    }
  }
}

/**
 * The buttons among controls that we may press; who has no name yet may get one.
 * @param {Control[] | undefined} controls
 */
function buttons(controls) {
  const me = String(identity.current()?.id);
  const isOpen = (/** @type {Button} */ button) => button.for?.some(({ platform, id }) => platform === "playground" && id === me) ?? true;
  return (controls ?? []).flatMap((control) => control.buttons ?? []).filter(isOpen).map(button);
}

/** @param {Button} button */
function button({ id: control, label, emphasis }) {
  const rule = /^rules?:([a-z]+)(?::([A-Z]\d+))?/.exec(control);
  if (rule) {
    const href = `/rules/${rule[1]}${rule[2] ? `#${rule[2]}` : ""}`;
    return el("a", { class: "button", href, target: "_blank", rel: "noopener" }, label);
  }
  const made = el("button", { type: "button", class: `button ${emphasis}`, "data-control": control, dir: "auto" }, label);
  made.addEventListener("click", async (event) => {
    ignoreSecondClick(event);
    if (control.startsWith("review:")) return openReview();
    const me = await needMe();
    if (!me) return;
    showMe();
    made.disabled = true;
    const told = await send(me, { press: control });
    made.disabled = false;
    if (told?.reply.about && told.reply.about !== id) location.assign(`/match/${told.reply.about}`);
    else if (told) answer(told.reply, told.replyId);
    // Whoever has just said who they are may see more.
    line.say(wish());
  });
  return made;
}

/**
 * Shows an answer, or none.
 * @param {Partial<Answer> | null} reply
 * @param {string} replyId
 */
function answer(reply, replyId = "") {
  const box = byId("answer");
  box.hidden = !reply;
  const close = el("button", { type: "button", class: "link", onclick: () => answer(null) }, say("dismiss"));
  box.replaceChildren(
    ...(reply?.text ? [el("p", { class: "text", dir: "auto" }, ...rich(reply.text))] : []),
    ...(reply?.block ? [el("pre", { class: "block", tabindex: "0", dir: "ltr" }, reply.block)] : []),
    ...(reply?.picture ? [picture(reply.picture, replyId)] : []),
    ...(reply?.attachment ? [file(reply.attachment)] : []),
    el("div", { class: "controls" }, ...buttons(reply?.controls), close),
  );
}

/**
 * @param {Picture} picture
 * @param {string} replyId
 */
function picture({ alt, digest, width, height }, replyId) {
  const image = el("img", { alt, width, height });
  const pictures = new Pictures(identity.current()?.secret ?? "");
  const found = pictures.get(`/api/picture/answer/${replyId}/${digest}`);
  found.then((url) => (image.src = url), () => image.replaceWith(say("missing-picture")));
  return image;
}

/** @param {Attachment} attachment */
function file({ name, text }) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  return el("a", { class: "button", href, download: name }, `↓ ${name}`);
}

async function share() {
  const address = `${location.origin}/match/${id}`;
  try {
    await navigator.clipboard.writeText(address);
    answer({ text: say("board-shared", { address }) });
  } catch {
    answer({ text: address });
  }
}

// ---------------------------------------------------------------------------------------------- how it calls us

/** @param {LiveBoard} next */
function call(next) {
  const isOurs = next.seat !== undefined && (next.turn === next.seat || next.stage === "over");
  if (choices.sound) knock(isOurs);
  if (choices.notify && isOurs && document.hidden) new Notification(next.title, { body: next.text, tag: id });
}

/**
 * A short knock, a higher one where it is our turn.
 * @param {boolean} isOurs
 */
function knock(isOurs) {
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: isOurs ? 660 : 440 });
  const volume = new GainNode(audio, { gain: 0.15 });
  volume.gain.setValueAtTime(0.15, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.18);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.2);
}

async function notify() {
  const isAllowed = choices.notify || (await Notification.requestPermission()) === "granted";
  if (isAllowed) choose("notify");
  else answer({ text: say("board-notify-refused") });
}

/** @param {"sound" | "notify"} what */
function choose(what) {
  choices[what] = !choices[what];
  store(localStorage, CHOICES, choices);
  showChoices();
}

function showChoices() {
  for (const what of /** @type {const} */ (["sound", "notify"])) byId(what).setAttribute("aria-pressed", String(choices[what]));
}
