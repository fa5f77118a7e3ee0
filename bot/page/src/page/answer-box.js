// The answers of the bot next to a live board, with their controls.

import { Pictures } from "./api.js";
import { attachment, ours } from "./controls.js";
import { el, ignoreSecondClick } from "./dom.js";
import { needMe } from "./me.js";
import { identity } from "./model.js";
import { rich } from "./rich-text.js";
import { say } from "./words.js";

/**
 * @import { LiveMatch } from "./live-match.js"
 * @import { Answer, Button, Control, Picture } from "./types"
 */

export class AnswerBox {
  /** The text of the shown answer. @type {string | undefined} */
  told;
  /** The cached pictures, and the secret that they were fetched with. @type {{ secret: string, pictures: Pictures } | null} */
  #gallery = null;

  /**
   * Calls `known()` after a sign-in. `review()` shows the review of the match, if this page has one.
   * @param {HTMLElement} box
   * @param {LiveMatch} match
   * @param {{ known?: () => void, review?: () => void }} handlers
   */
  constructor(box, match, handlers = {}) {
    this.box = box;
    this.match = match;
    this.handlers = handlers;
  }

  /**
   * Shows an answer, or hides the last one.
   * @param {Partial<Answer> | null} reply
   * @param {string} replyId
   */
  show(reply, replyId = "") {
    this.told = reply?.text;
    this.match.point(reply?.controls ?? []);
    this.box.hidden = !reply;
    const close = el("button", { type: "button", class: "link", onclick: () => this.show(null) }, say("dismiss"));
    this.box.replaceChildren(
      ...(reply?.text ? [el("p", { class: "text", dir: "auto" }, ...rich(reply.text))] : []),
      ...(reply?.block ? [el("pre", { class: "block", tabindex: "0", dir: "ltr" }, reply.block)] : []),
      ...(reply?.picture ? [this.#picture(reply.picture, replyId)] : []),
      ...(reply?.attachment ? [attachment(reply.attachment)] : []),
      el("div", { class: "controls" }, ...this.buttons(reply?.controls), close),
    );
  }

  /**
   * Returns the buttons that the reader can press. A reader without a name can sign in first.
   * @param {Control[] | undefined} controls
   */
  buttons(controls) {
    const all = (controls ?? []).flatMap(({ buttons }) => buttons ?? []);
    return ours(all).map((button) => this.#button(button));
  }

  /**
   * @param {Picture} picture
   * @param {string} replyId
   */
  #picture({ alt, digest, width, height }, replyId) {
    const image = el("img", { alt, width, height });
    const secret = identity.current()?.secret ?? "";
    if (this.#gallery?.secret !== secret) this.#gallery = { secret, pictures: new Pictures(secret) };
    const found = this.#gallery.pictures.get(`/api/picture/answer/${replyId}/${digest}`);
    found.then((url) => (image.src = url), () => image.replaceWith(say("missing-picture")));
    return image;
  }

  /** @param {Button} button */
  #button({ id: control, label, emphasis }) {
    const rule = /^rules?:([a-z]+)(?::([A-Z]\d+))?/.exec(control);
    if (rule) {
      const href = `/rules/${rule[1]}${rule[2] ? `/${rule[2]}` : ""}`;
      return el("a", { class: "button", href, target: "_blank", rel: "noopener" }, label);
    }
    const made = el("button", { type: "button", class: `button ${emphasis}`, "data-control": control, dir: "auto" }, label);
    made.addEventListener("click", async (event) => {
      ignoreSecondClick(event);
      if (control.startsWith("review:") && this.handlers.review) return this.handlers.review();
      const me = await needMe();
      if (!me) return;
      this.handlers.known?.();
      made.disabled = true;
      const told = await this.match.send(me, { press: control });
      made.disabled = false;
      if (told?.reply.about && told.reply.about !== this.match.id) location.assign(`/match/${told.reply.about}`);
      else if (told) this.show(told.reply, told.replyId);
      this.match.ask();
    });
    return made;
  }
}
