// The page of a match: its board, its texts and its controls.

import { Problem, reviewOf } from "./api.js";
import { AnswerBox } from "./answer-box.js";
import { arrowOf } from "./arrows.js";
import { Clocks } from "./clocks.js";
import { byId, el, showConnection } from "./dom.js";
import { LiveMatch } from "./live-match.js";
import { showTalk } from "./match-talk.js";
import { needMe } from "./me.js";
import { identity, load, store } from "./model.js";
import { MoveList } from "./moves.js";
import { rich } from "./rich-text.js";
import { say } from "./words.js";

/** @import { BoardReview, LiveBoard, Step } from "./types" */

const CHOICES = "oddboard.board";

const id = location.pathname.split("/").at(-1) ?? "";

/** @type {BoardReview | null} */
let review = null;
/** @type {Record<"sound" | "notify", boolean>} */
const choices = load(localStorage, CHOICES, { sound: false, notify: false });
/** @type {AudioContext | null} */
let audio = null;

/** @param {Step} where */
const stepper = (where) => byId(where, HTMLButtonElement);
const match = new LiveMatch(
  id,
  {
    board: byId("board"),
    spoken: byId("spoken"),
    alt: byId("alt"),
    notLive: byId("not-live"),
    choose: byId("choose"),
    steps: { first: stepper("first"), back: stepper("back"), on: stepper("on"), last: stepper("last") },
  },
  { took, shown: show, told: (reply, replyId) => answers.show(reply, replyId), nothing, mayAsk: () => true, state: showConnection },
);
const answers = new AnswerBox(byId("answer"), match, { known: showMe, review: openReview });
const moves = new MoveList(byId("moves"), match);

const row = (/** @type {"top" | "bottom"} */ place) => ({ name: byId(`name-${place}`), clock: byId(`clock-${place}`, HTMLButtonElement) });
const clocks = new Clocks({ top: row("top"), bottom: row("bottom") }, byId("spoken"));

match.line.open();
showChoices();
showMe();
byId("flip").addEventListener("click", () => match.flip());
byId("share").addEventListener("click", share);
byId("sound").addEventListener("click", () => choose("sound"));
byId("notify").addEventListener("click", notify);
byId("eyes", HTMLSelectElement).addEventListener("change", (event) => {
  const { value } = /** @type {HTMLSelectElement} */ (event.target);
  match.eyes = value === "everything" ? null : value;
  if (match.shown) match.look(match.shown.ply);
});
document.addEventListener("keydown", (event) => {
  const { target } = event;
  const isElsewhere = target instanceof Element && ["input", "select", "dialog", "#talk"].some((tag) => target.closest(tag));
  if (isElsewhere || event.ctrlKey || event.altKey || event.metaKey) return;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => match.step("back"),
    ArrowRight: () => match.step("on"),
    Home: () => match.step("first"),
    End: () => match.step("last"),
    f: () => match.flip(),
    h: () => /** @type {HTMLElement | null} */ (document.querySelector("#match [data-control^='hint:']"))?.click(),
    z: () => document.body.classList.toggle("zen"),
  };
  if (!Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
});

// ------------------------------------------------------------------------------------------------------ display

/** @param {string} why */
function nothing(why) {
  byId("match").classList.add("nothing");
  byId("told").textContent = why;
}

/**
 * Shows a new state of the match.
 * @param {LiveBoard} next
 * @param {LiveBoard | null} before
 */
function took(next, before) {
  byId("match").classList.remove("nothing");
  if (before && next.last_ply > before.last_ply) call(next);
  clocks.show(next, match.shown?.bottom ?? next.bottom);
  moves.show();
  showTalk(next, enter);
  // A paused match has no decision.
  const isOurs = next.stage === "playing" && next.actions.length > 0;
  document.title = isOurs ? `● ${say("board-your-turn")} · ${next.title}` : next.title;
}

/** @param {LiveBoard} next */
function show(next) {
  byId("match-title").textContent = next.title;
  byId("legend").textContent = next.legend ?? "";
  byId("told").replaceChildren(...rich(next.text));
  clocks.show(match.live ?? next, next.bottom);
  byId("eyes-field").hidden = !next.has_eyes;
  byId("invite").hidden = !next.is_waiting;
  byId("share").hidden = next.is_private;
  byId("rules", HTMLAnchorElement).href = `/rules/${next.variant}`;
  showOffer(next);
  moves.show();
  showReview();
  byId("controls").replaceChildren(...(next.ply === match.live?.ply ? answers.buttons(next.controls) : []));
}

/** @param {LiveBoard} board */
function showOffer({ offer }) {
  byId("offer").hidden = !offer;
  // The author of the offer already has the same text as an answer.
  if (offer && offer.text === answers.told) answers.show(null);
  const told = offer && [el("p", { class: "text", dir: "auto" }, ...rich(offer.text)), el("div", { class: "controls" }, ...answers.buttons(offer.controls))];
  byId("offer").replaceChildren(...(told ?? []));
}

async function enter() {
  if (await needMe()) location.reload();
}

function showMe() {
  const me = identity.current();
  byId("me").replaceChildren(me?.name ?? el("button", { type: "button", class: "button small", onclick: enter }, say("sign-in")));
}

// --------------------------------------------------------------------------------------------------- the review

/** Shows the review of a finished match, if it is available. */
function showReview() {
  const box = byId("review");
  const { shown } = match;
  box.hidden = !review || !shown || shown.stage !== "over";
  if (!review || !shown || box.hidden) return;
  const { ply } = shown;
  const score = review.scores.find((score) => score.ply >= ply);
  const white = score && Math.round(100 * (match.eyes === null ? score.all_known : score.white));
  const bar = white === undefined ? null : el("meter", { min: 0, max: 100, value: white, "aria-label": say("board-score", { white, black: 100 - white }) });
  const told = white === undefined ? null : el("p", {}, say("board-score", { white, black: 100 - white }));
  const point = (/** @type {BoardReview["points"][0]} */ { ply, text, played, better }) => {
    const open = async () => {
      await match.look(ply);
      match.board.point([...arrowOf(played, "bad"), ...arrowOf(better, "good")]);
    };
    return el("li", {}, el("button", { type: "button", class: "point", "aria-current": ply === shown.ply ? "true" : null, onclick: open }, text));
  };
  box.replaceChildren(el("h2", {}, say("board-review")), ...[bar, told].filter((part) => part !== null), el("p", {}, review.text), el("ol", {}, ...review.points.map(point)));
}

async function openReview() {
  const me = await needMe();
  if (!me) return;
  answers.show({ text: say("board-reviewing") });
  try {
    review = await reviewOf(me.secret, id);
    answers.show(null);
    moves.take(review);
    showReview();
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    answers.show({ text: problem.message });
  }
}

async function share() {
  const address = `${location.origin}/match/${id}`;
  try {
    await navigator.clipboard.writeText(address);
    answers.show({ text: say("board-shared", { address }) });
  } catch {
    answers.show({ text: address });
  }
}

// ------------------------------------------------------------------------------------------------ notifications

/** @param {LiveBoard} next */
function call(next) {
  const isOurs = next.seat !== undefined && (next.turn === next.seat || next.stage === "over");
  if (choices.sound) knock(isOurs);
  if (choices.notify && isOurs && document.hidden) new Notification(next.title, { body: next.text, tag: id });
}

/**
 * Plays a short knock, a higher one at the turn of the reader.
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
  else answers.show({ text: say("board-notify-refused") });
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
