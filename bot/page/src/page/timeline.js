// The messages of a place.

import { ChatBoards, matchLink } from "./chat-boards.js";
import { attachment, controls } from "./controls.js";
import { avatar, byId, day, el, time } from "./dom.js";
import { Gallery } from "./gallery.js";
import { matchOf, personOf } from "./model.js";
import { rich } from "./rich-text.js";
import { say } from "./words.js";

/**
 * @import { PostLink } from "./rich-text.js"
 * @import { Talk } from "./talk.js"
 * @import { Body, Item, LocalItem, Person, Picture, PostItem } from "./types"
 */

const GROUP_TIME = 5 * 60 * 1000;
const NEAR_BOTTOM = 60;

export class Timeline {
  /** True if the newest message is visible and must stay visible. */
  atBottom = true;
  #nMissed = 0;

  /** @param {Talk} talk */
  constructor(talk) {
    this.talk = talk;
    this.model = talk.model;
    this.log = byId("timeline");
    this.pill = byId("pill");
    this.pill.addEventListener("click", () => {
      this.toBottom();
      this.log.focus({ preventScroll: true });
    });
    this.log.addEventListener("scroll", () => this.#scrolled());
    this.gallery = new Gallery(this.log);
    this.boards = new ChatBoards(this.log);
    // Keeps the visible messages in view when the window, the keyboard of a phone or a board changes the room.
    this.sizes = new ResizeObserver(() => this.atBottom && this.toBottom());
    this.sizes.observe(this.log);
  }

  /** True in a closed chat. A measure of something in it would lay out the whole page again, and there is nothing to scroll. */
  get #isClosed() {
    return this.log.closest("details:not([open])") !== null;
  }

  /** The open place. */
  get #place() {
    return this.model.place;
  }

  /** Shows the open place from its first new message, or else its end. */
  show() {
    const place = this.#place;
    // Keeps a screen reader from reading all old messages aloud.
    this.log.setAttribute("aria-busy", "true");
    this.log.setAttribute("aria-label", say("messages-in", { place: place.title }));
    // The pictures that it has not fetched so far are gone.
    this.gallery.lazy.disconnect();
    this.log.replaceChildren(...place.items.map((item) => this.#element(item)));
    this.#empty();
    this.toBottom();
    if (!this.#isClosed) this.log.querySelector(".new-line")?.scrollIntoView({ block: "center" });
    this.#scrolled();
    requestAnimationFrame(() => this.log.removeAttribute("aria-busy"));
  }

  /**
   * Adds the newest item. Always scrolls to an item of the reader.
   * @param {Item} item
   * @param {boolean} isOwn
   */
  added(item, isOwn) {
    this.log.querySelector(".empty")?.remove();
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    // A reader of a board follows it into the next message.
    const board = this.log.querySelector(`[data-match="${matchOf(item.post?.picture)}"]`)?.closest(".item");
    const isFollowed = board instanceof HTMLElement && this.#isInSight(board);
    const fresh = this.#element(item);
    this.log.append(fresh);
    // A board in this message comes from an earlier one, and has lost the focus.
    focused?.focus({ preventScroll: true });
    while (this.log.children.length > this.#place.items.length) this.log.firstElementChild?.remove();
    // The page has dropped the messages of other boards.
    const items = [...this.model.places.values()].flatMap(({ items }) => items);
    this.boards.keep(new Set(items.map(({ post }) => matchOf(post?.picture))));
    if (isOwn || isFollowed || this.atBottom) {
      this.toBottom();
      return this.#toBeginning(fresh);
    }
    this.#nMissed += 1;
    this.#showPill();
  }

  /**
   * Shows an item of the open place in its new form. The focus stays on the same control, or moves to the first one or to the input
   * line.
   * @param {Item} item
   */
  changed(item) {
    const old = this.#find(item.key);
    if (!old) return;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const hadFocus = old.contains(focused);
    const wasInSight = this.#isInSight(old);
    const fresh = this.#element(item);
    old.replaceWith(fresh);
    if (fresh.contains(focused)) {
      focused?.focus({ preventScroll: true });
    } else if (hadFocus) {
      const controls = [.../** @type {NodeListOf<HTMLElement>} */ (fresh.querySelectorAll("[data-control]"))];
      const same = controls.find(({ dataset }) => dataset.control === focused?.dataset.control) ?? controls[0] ?? byId("say");
      same.focus({ preventScroll: true });
    }
    if (this.atBottom) this.toBottom();
    // An answer is completely new. A message has changed little, so its reader stays at the same position.
    if (item.local && wasInSight) this.#toBeginning(fresh);
  }

  /**
   * Removes an item of the open place, and moves the focus to its neighbor.
   * @param {Item} item
   */
  removed(item) {
    const old = this.#find(item.key);
    if (!old) return;
    const neighbor = old.nextElementSibling ?? old.previousElementSibling ?? this.log;
    if (old.contains(document.activeElement) && neighbor instanceof HTMLElement) neighbor.focus();
    old.remove();
    this.#empty();
  }

  toBottom() {
    this.atBottom = true;
    if (!this.#isClosed) this.log.scrollTop = this.log.scrollHeight;
    this.#scrolled();
  }

  /**
   * Shows the beginning of an item that is higher than the view.
   * @param {HTMLElement} element
   */
  #toBeginning(element) {
    if (this.#isClosed || element.offsetTop >= this.log.scrollTop) return;
    this.log.scrollTop = element.offsetTop;
    this.#scrolled();
  }

  /** @param {HTMLElement} element */
  #isInSight(element) {
    if (this.#isClosed) return false;
    const { offsetTop, offsetHeight } = element;
    const { scrollTop, clientHeight } = this.log;
    return offsetTop < scrollTop + clientHeight && offsetTop + offsetHeight > scrollTop;
  }

  #scrolled() {
    if (this.#isClosed) return;
    const { scrollHeight, scrollTop, clientHeight } = this.log;
    this.atBottom = scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM;
    if (this.atBottom) {
      this.#nMissed = 0;
      this.talk.seen();
    }
    this.#showPill();
  }

  #showPill() {
    this.pill.hidden = this.atBottom;
    const n = this.#nMissed;
    this.pill.textContent = n === 0 ? say("newest") : n === 1 ? say("new-message") : say("new-messages", { number: n });
    this.pill.classList.toggle("quiet", n === 0);
  }

  /** @param {string} key */
  #find(key) {
    const items = /** @type {HTMLCollectionOf<HTMLElement>} */ (this.log.children);
    return [...items].find((child) => child.dataset.key === key);
  }

  #empty() {
    if (this.#place.items.length === 0) this.log.append(this.talk.handlers.emptyState(this.#place));
  }

  /** @param {Item} item */
  #element(item) {
    const { items } = this.#place;
    const previous = items[items.indexOf(item) - 1] ?? null;
    const at = atOf(item);
    const isNewDay = previous === null || day(atOf(previous)) !== day(at);
    const isFirstNew = item.post !== undefined && item.post.number === this.#place.firstNew;
    const isGrouped = !isNewDay && !isFirstNew && belongsTogether(previous, item);
    const wrapper = el("div", { class: "item", "data-key": item.key, tabindex: "-1" });
    if (isNewDay) wrapper.append(el("p", { class: "day-line" }, el("span", {}, day(at))));
    if (isFirstNew) wrapper.append(el("p", { class: "new-line" }, el("span", {}, say("new"))));
    wrapper.append(item.post ? this.#post(item, isGrouped) : this.#local(item));
    return wrapper;
  }

  /**
   * @param {PostItem} item
   * @param {boolean} isGrouped
   */
  #post(item, isGrouped) {
    const { post } = item;
    const person = personOf(post);
    const mentionsMe = this.model.mentionsMe(post) && !this.model.isOwn(post);
    const message = this.#message(person, post.at, isGrouped, mentionsMe ? "mentions-me" : "");
    message.head.append(post.edited ? el("span", { class: "edited" }, say("edited")) : "");
    const path = post.picture && `/api/picture/${this.#place.name}/${post.number}/${post.picture.digest}`;
    message.main.append(...this.#body(post, path, item));
    return message.article;
  }

  /**
   * Builds an action of the reader and the answer of the bot, which no one else sees.
   * @param {LocalItem} item
   */
  #local(item) {
    const { local } = item;
    const { hint } = local;
    const asked = el("p", { class: "asked" }, local.verb ?? say("you-said"), " ", el("q", { dir: "auto" }, local.asked));
    const frame = el("div", { class: "local" }, asked);
    if (local.status === "sending") frame.append(el("p", { class: "sending" }, say("waiting")));
    if (hint) {
      const use = () => {
        this.talk.dismiss(item);
        this.talk.composer.offer(hint);
      };
      const offer = el("button", { type: "button", class: "offer", onclick: use }, el("code", {}, hint));
      frame.append(el("p", { class: "sending" }, say("hint-slash")), el("div", { class: "controls" }, offer, this.#dismissal(item)));
    }
    if (local.status === "failed") {
      const retry = () => this.talk.retry(item);
      const again = el("button", { type: "button", class: "button", "data-control": "retry", onclick: retry }, say("try-again"));
      frame.append(el("p", { class: "error" }, local.error), el("div", { class: "controls" }, again, this.#dismissal(item)));
    }
    if (local.reply) {
      const message = this.#message(null, local.repliedAt ?? local.at, false, "ephemeral");
      const path = local.reply.picture && `/api/picture/answer/${local.replyId}/${local.reply.picture.digest}`;
      const secret = el("p", { class: "only-you" }, el("span", {}, say("only-you")), this.#dismissal(item));
      message.main.append(...this.#body(local.reply, path, item), secret);
      frame.append(message.article);
    }
    return frame;
  }

  /** @param {LocalItem} item */
  #dismissal(item) {
    return el("button", { type: "button", class: "link", onclick: () => this.talk.dismiss(item) }, say("dismiss"));
  }

  /**
   * @param {Person | null} person
   * @param {number} at
   * @param {boolean} isGrouped
   * @param {string} kind
   */
  #message(person, at, isGrouped, kind) {
    const name = person === null ? this.model.bot : person.name;
    const head = el("p", { class: "head" }, el("span", { class: "name", dir: "auto" }, name));
    if (person === null) head.append(el("span", { class: "tag" }, say("bot")));
    head.append(time(at));
    const main = el("div", { class: "main" }, head);
    const article = el("article", { class: `message ${kind} ${isGrouped ? "grouped" : ""}` }, avatar(person), main);
    return { article, head, main };
  }

  /**
   * `picturePath` is the address of the picture, if there is one.
   * @param {Body} body
   * @param {string | undefined} picturePath
   * @param {Item} item
   */
  #body(body, picturePath, item) {
    /** @type {(Node | string)[]} */
    const parts = [];
    if (body.text) parts.push(el("p", { class: "text", dir: "auto" }, ...this.#text(body)));
    if (body.block) parts.push(el("pre", { class: "block", tabindex: "0", dir: "ltr" }, body.block));
    if (body.picture && picturePath) {
      parts.push(...this.#picture(body.picture, picturePath, item));
      if (body.picture.name.endsWith(".gif")) parts.push(this.gallery.download(body.picture.name, picturePath));
    }
    const { beside } = this.talk.handlers;
    const match = item.local?.reply?.about ?? matchOf(body.picture);
    // A live board has its own.
    if (match && match !== beside && (beside || item.local)) parts.push(el("p", {}, matchLink(match)));
    if (body.attachment) parts.push(attachment(body.attachment));
    parts.push(...controls(body.controls ?? [], (deed, label) => this.talk.act(item, deed, label)));
    return parts;
  }

  /**
   * Builds a picture. Of the public boards of a match, the newest is a live board, and all pictures are folded.
   * @param {Picture} picture
   * @param {string} path
   * @param {Item} item
   */
  #picture(picture, path, item) {
    const match = matchOf(picture);
    const image = this.gallery.picture(picture, path);
    if (!match || !item.post) return [image];
    const folded = el("details", { class: "folded" }, el("summary", {}, say("picture")), image);
    const newest = this.#place.items.findLast(({ post }) => matchOf(post?.picture) === match);
    if (this.talk.handlers.beside || newest !== item) return [folded];
    const board = this.boards.take(match, picture);
    this.sizes.observe(board);
    return [board, folded];
  }

  /**
   * Builds the text with the reader's name marked, and adds mentioned people that the text does not name.
   * @param {Body} body
   */
  #text(body) {
    const called = (body.mentions ?? []).map((id) => this.model.people.get(id)?.name).filter((name) => name !== undefined);
    const missing = called.filter((name) => !body.text.includes(name));
    const match = matchOf(body.picture);
    // The live board is the newest one.
    const told = match ? body.text.replace(say("board-settled", { id: match }), "").trimEnd() : body.text;
    const text = [...missing.map((name) => `@${name}`), told].join(" ");
    const marked = [this.model.me.name, ...called].map((name) => `@${name}`);
    return text
      .split(new RegExp(`(${marked.map(escape).join("|")})`, "i"))
      .map((part) => (marked.some((name) => name.toLowerCase() === part.toLowerCase()) ? el("mark", {}, el("bdi", {}, part)) : part))
      .flatMap((part) => (typeof part === "string" ? rich(part, this.#link) : part));
  }

  /** @type {PostLink} */
  #link = (label, place, number) =>
    el("button", { type: "button", class: "link", onclick: () => this.#open(place, number) }, label);

  /**
   * Opens a place at a post, or at its end if the page no longer has the post.
   * @param {string} place
   * @param {number} number
   */
  #open(place, number) {
    if (!this.model.places.has(place)) return;
    this.talk.handlers.open(place);
    const found = this.#find(`post-${number}`);
    if (!found) return this.toBottom();
    this.atBottom = false;
    found.scrollIntoView({ block: "center" });
    found.focus({ preventScroll: true });
  }
}

/** @param {Item} item */
const atOf = (item) => (item.post ?? item.local).at;

/** @param {string} text */
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Tells whether two items are from the same person within a short time.
 * @param {Item | null} previous
 * @param {Item} item
 */
function belongsTogether(previous, item) {
  const [a, b] = [previous?.post, item.post];
  if (!a || !b || b.at - a.at > GROUP_TIME) return false;
  const [before, now] = [personOf(a), personOf(b)];
  return before !== null && before.id === now?.id;
}
