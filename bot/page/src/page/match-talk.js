// The chat next to the board, with the messages of the place of the match.

import { badge, byId, el } from "./dom.js";
import { pathTo } from "./frame.js";
import { DIRECT, identity } from "./model.js";
import { lasting, load, store } from "./storage.js";
import { Talk } from "./talk.js";
import { say } from "./words.js";

/** @import { LiveBoard, Me } from "./types" */

const IS_OPEN = "oddboard.talk";

/** The server's name for the direct messages of the reader. */
const MINE = "@direct";

/** The time in which new messages are reported together, in milliseconds. */
const HEARING = 1000;

/** @type {Talk | null} */
let talk = null;

/**
 * Shows the chat of the place of a match once. A reader without a name can sign in. Calls `heard()` after new messages, once for
 * all of a second.
 * @param {LiveBoard} match
 * @param {() => void} enter
 * @param {() => void} heard
 */
export function showTalk({ id, place }, enter, heard) {
  const me = identity.current();
  const line = byId("talk-sign-in");
  line.hidden = me !== null;
  line.replaceChildren(el("button", { type: "button", class: "link", onclick: enter }, say("board-talk-sign-in")));
  if (me && place && !talk) talk = begin(me, place === MINE ? DIRECT : place, id, heard);
}

/**
 * @param {Me} me
 * @param {string} name
 * @param {string} beside
 * @param {() => void} heard
 */
function begin(me, name, beside, heard) {
  const box = byId("talk", HTMLDetailsElement);
  const isWide = matchMedia("(min-width: 1100px)").matches;
  const hasRoom = matchMedia("(min-width: 1440px)").matches;
  /** @type {number | undefined} */
  let hearing;
  const talk = new Talk(me, {
    beside,
    ready: () => {
      if (talk.model.places.has(name)) talk.open(name);
      else box.hidden = true;
    },
    // The chat page shows messages of other places.
    open: (other) => {
      talk.model.open(other);
      if (other !== name) location.assign(pathTo("/chat"));
    },
    counted: () => {
      summary(talk);
      hearing ??= setTimeout(() => {
        hearing = undefined;
        heard();
      }, HEARING);
    },
    writing: () => {
      box.open = true;
    },
    isInSight: () => box.open && !document.hidden,
    emptyState: () => el("p", { class: "hint empty" }, say("board-talk-empty")),
  });
  box.hidden = false;
  box.open = isWide && load(lasting, IS_OPEN, hasRoom);
  box.addEventListener("toggle", () => {
    if (isWide) store(lasting, IS_OPEN, box.open);
    if (box.open && talk.model.places.has(name)) talk.open(name);
  });
  talk.line.open();
  return talk;
}

/**
 * Shows the content of the chat, and the number of new messages.
 * @param {Talk} talk
 */
function summary({ place }) {
  const title = say("board-talk", { place: place.title });
  const n = place.unread;
  byId("talk-title").replaceChildren(
    el("span", { class: "visually-hidden" }, n ? say("unread", { place: title, number: n }) : title),
    el("span", { "aria-hidden": "true" }, title),
    badge(place) ?? "",
  );
}
