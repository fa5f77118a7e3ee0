// The messages of the places, received over the live connection, and the actions of the reader there.

import { Line, Problem, tell } from "./api.js";
import { Composer, isCommandName } from "./composer.js";
import { onKeys } from "./dom.js";
import { DIRECT, Model } from "./model.js";
import { Timeline } from "./timeline.js";
import { say } from "./words.js";

/**
 * @import { Place } from "./model.js"
 * @import { Answer, Deed, Frame, Item, Local, LocalItem, Me, Post, Posts, TalkHandlers } from "./types"
 */

/** The maximum length of a chat message that counts as a command without its slash. */
const MAX_HINT = 40;

export class Talk {
  /**
   * The actions that wait for an answer, each with the later answer if that came first.
   * @type {Map<string, Answer | null>}
   */
  #asking = new Map();
  /** True if the page has all missed posts, and a place is open. */
  #isShown = false;

  /**
   * @param {Me} me
   * @param {TalkHandlers} handlers
   */
  constructor(me, handlers) {
    this.me = me;
    this.handlers = handlers;
    this.model = new Model(me);
    this.composer = new Composer(this);
    this.timeline = new Timeline(this);
    /** @type {Line<Frame>} */
    this.line = new Line(
      {
        hello: () => ({ secret: me.secret || undefined, since: this.model.since() }),
        frame: (frame) => this.#take(frame),
        state: (...state) => handlers.state?.(...state),
        isReady: ({ type }) => type === "caught-up",
      },
      "/api/live",
    );
    document.addEventListener("visibilitychange", () => this.#isShown && this.timeline.atBottom && this.seen());
    const command = () => {
      handlers.writing?.();
      this.composer.offer("/");
    };
    // A slash begins a command, regardless of the focus.
    onKeys({ "/": command }, ["input", "[role=combobox]", "dialog"]);
  }

  /** The open place. */
  get place() {
    return this.model.place;
  }

  /**
   * Opens a place.
   * @param {string} name
   */
  open(name) {
    const before = this.place;
    if (before.name !== name) before.firstNew = null;
    this.model.open(name);
    this.timeline.show();
    this.composer.show(this.place);
    this.handlers.counted();
  }

  /** Marks all items of the open place as seen. */
  seen() {
    if (!this.#isShown || !this.handlers.isInSight() || this.place.last === this.place.read) return;
    this.model.markRead(this.place);
    this.handlers.counted();
  }

  // -------------------------------------------------------------------------------------------- incoming frames

  /** @param {Frame} frame */
  #take(frame) {
    if (frame.type === "posts") return this.#takePosts(frame);
    if (frame.type === "answer") return this.#takeAnswer(frame);
    if (frame.type === "caught-up") return this.#caughtUp();
    if (frame.type === "welcome") {
      this.model.welcome(frame);
      this.handlers.welcomed?.(frame);
    } else if (frame.type === "person") {
      this.model.people.set(frame.id, frame);
      this.handlers.people?.();
    }
  }

  /** @param {Posts} frame */
  #takePosts({ place: name, posts, change }) {
    const place = this.model.places.get(name);
    if (!place) return;
    for (const post of posts) this.#takePost(place, post);
    place.change = change;
  }

  /**
   * @param {Place} place
   * @param {Post} post
   */
  #takePost(place, post) {
    const { model, timeline } = this;
    const news = place.take(post);
    const isOpen = this.#isShown && place === this.place;
    const isSeen = isOpen && timeline.atBottom && this.handlers.isInSight();
    if (news === "new" && !isSeen) model.count(place, post);
    if (!this.#isShown || news === null) return;
    const item = place.item(`post-${post.number}`);
    if (isOpen && item) {
      if (news === "new") timeline.added(item, model.isOwn(post));
      else timeline.changed(item);
    }
    this.handlers.counted();
  }

  /**
   * A later answer replaces the first one, which may still be pending.
   * @param {{ id: string, reply: Answer }} answer
   */
  #takeAnswer({ id, reply }) {
    for (const place of this.model.places.values()) {
      const item = place.items.find(({ local }) => local && (local.replyId ?? local.id) === id);
      if (!item?.local?.reply) continue;
      Object.assign(item.local, { reply, repliedAt: Date.now() });
      return this.timeline.changed(item);
    }
    if (this.#asking.has(id)) this.#asking.set(id, reply);
  }

  #caughtUp() {
    for (const place of this.model.places.values()) if (place.read === null) this.model.markRead(place);
    this.handlers.people?.();
    if (this.#isShown) return;
    this.#isShown = true;
    this.handlers.ready();
  }

  // ---------------------------------------------------------------------------------------- actions of the reader

  /** Sends a text of the reader. @param {string} text */
  send(text) {
    const { place } = this;
    // Ignores invisible characters before the slash.
    const isChat = place.name !== DIRECT && !/^[\s\p{Cf}]*[/／]/u.test(text);
    /** @type {Local} */
    const local = { id: crypto.randomUUID(), at: Date.now(), asked: text, deed: { text }, status: "sending", place: place.name };
    if (isChat) return this.#chatter(place, local);
    this.#ask(this.#add(place, local));
  }

  /**
   * Sends a chat message. It appears when the live connection delivers it; only a failure or a hint is a local item.
   * @param {Place} place
   * @param {Local} local
   */
  async #chatter(place, local) {
    try {
      await tell(this.me, local.id, place.name, local.deed);
      const word = /^[a-z]+(?= |$)/i.exec(local.asked)?.[0];
      if (!word || local.asked.length > MAX_HINT || !isCommandName(word)) return;
      Object.assign(local, { verb: say("told-everybody"), status: "done", hint: `/${local.asked}` });
    } catch (problem) {
      this.#fail(local, problem);
    }
    this.#add(place, local);
  }

  /**
   * Uses a control. Its answer replaces the answer that has the control, or comes last.
   * @param {Item} owner
   * @param {Deed} deed
   * @param {string} label
   */
  async act(owner, deed, label) {
    const { place } = this;
    const verb = say(deed.press ? "you-pressed" : deed.fill ? "you-wrote" : "you-chose");
    /** @type {Local} */
    const local = { id: crypto.randomUUID(), at: Date.now(), verb, asked: label, deed, status: "sending", place: place.name };
    await this.#fetchAnswer(local);
    const { reply, replyId, repliedAt } = local;
    if (!reply?.replaces || !owner.local) {
      this.#add(place, local);
    } else {
      Object.assign(owner.local, { reply, replyId, repliedAt });
      this.timeline.changed(owner);
    }
  }

  /** @param {LocalItem} item */
  async #ask(item) {
    const isPosted = await this.#fetchAnswer(item.local);
    if (isPosted) this.dismiss(item);
    else this.timeline.changed(item);
  }

  /**
   * Sends a command to the bot. Returns true if it turned out to be chat.
   * @param {Local} local
   */
  async #fetchAnswer(local) {
    this.#asking.set(local.id, null);
    try {
      const { answer } = await tell(this.me, local.id, local.place, local.deed);
      if (!answer) return true;
      const reply = this.#asking.get(local.id) ?? answer;
      Object.assign(local, { status: "done", reply, replyId: local.id, repliedAt: Date.now() });
    } catch (problem) {
      this.#fail(local, problem);
    } finally {
      this.#asking.delete(local.id);
    }
    return false;
  }

  /**
   * @param {Local} local
   * @param {unknown} problem
   */
  #fail(local, problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.isStranger) this.handlers.state?.("stranger");
    Object.assign(local, { status: "failed", error: problem.message });
  }

  /**
   * @param {Place} place
   * @param {Local} local
   */
  #add(place, local) {
    const item = place.addLocal(local);
    if (place === this.place) this.timeline.added(item, true);
    return item;
  }

  /** Tries an item again. @param {LocalItem} item */
  retry(item) {
    item.local.status = "sending";
    this.timeline.changed(item);
    this.#ask(item);
  }

  /** Removes an item. @param {LocalItem} item */
  dismiss(item) {
    this.timeline.removed(item);
    this.model.places.get(item.local.place)?.remove(item.key);
  }
}
