// The answers of the bot next to a live board, with their controls.

import { pictureAt } from "./api.js";
import { attachment, ours } from "./controls.js";
import { el, ignoreSecondClick } from "./dom.js";
import { pathTo } from "./frame.js";
import { needMe } from "./me.js";
import { rich } from "./rich-text.js";
import { say } from "./words.js";

/**
 * @import { LiveMatch } from "./live-match.js"
 * @import { Answer, Button, Control, Picture } from "./types"
 */

export class AnswerBox {
  /**
   * Calls `known()` after a sign-in, and `pressed()` before the use of a control. `review()` shows the review of the match, if
   * this page has one.
   * @param {HTMLElement} box
   * @param {LiveMatch} match
   * @param {{ known?: () => void, pressed?: (control: string) => void, review?: () => void }} handlers
   */
  constructor(box, match, handlers = {}) {
    this.box = box;
    this.match = match;
    this.handlers = handlers;
  }

  /**
   * Shows an answer with more buttons, or hides the last one.
   * @param {Partial<Answer> | null} reply
   * @param {string} replyId
   * @param {HTMLElement[]} more
   */
  show(reply, replyId = "", more = []) {
    this.match.point(reply?.controls ?? []);
    this.box.hidden = !reply;
    const close = el("button", { type: "button", class: "link", onclick: () => this.show(null) }, say("dismiss"));
    const buttons = this.buttons(reply?.controls);
    const isQuestion = buttons.some(({ dataset }) => dataset.control?.startsWith("keep:"));
    this.box.replaceChildren(
      ...(reply?.text ? [el("p", { class: "text", dir: "auto" }, ...rich(reply.text))] : []),
      ...(reply?.block ? [el("pre", { class: "block", tabindex: "0", dir: "ltr" }, reply.block)] : []),
      ...(reply?.picture ? [this.#picture(reply.picture, replyId)] : []),
      ...(reply?.attachment ? [attachment(reply.attachment)] : []),
      el("div", { class: "controls" }, ...buttons, ...more, ...(isQuestion ? [] : [close])),
    );
    if (reply) this.box.scrollIntoView({ block: "nearest" });
  }

  /**
   * Asks for a confirmation before an action.
   * @param {string} question
   * @param {string} yes
   * @param {() => void} then
   */
  #ask(question, yes, then) {
    this.match.point([]);
    const close = () => this.show(null);
    const agree = () => {
      close();
      then();
    };
    const buttons = [
      el("button", { type: "button", class: "button primary", onclick: agree }, yes),
      el("button", { type: "button", class: "button", onclick: close }, say("board-not-now")),
    ];
    this.box.hidden = false;
    this.box.replaceChildren(el("p", {}, question), el("div", { class: "controls asking" }, ...buttons));
    buttons[0].focus();
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
  #picture({ name, alt, digest, width, height }, replyId) {
    const image = el("img", { alt, width, height });
    const found = pictureAt(`/api/picture/answer/${replyId}/${digest}`);
    found.then((url) => (image.src = url), () => image.replaceWith(say("missing-picture")));
    // A still board is on the page anyway.
    if (!name.endsWith(".gif")) return image;
    const saver = el("a", { class: "button attachment", download: name }, say("board-gif"));
    found.then((url) => (saver.href = url), () => saver.remove());
    return el("div", {}, image, el("p", {}, saver));
  }

  /** @param {Button} button */
  #button({ id: control, label, emphasis }) {
    const rule = /^rules?:([a-z]+)(?::([A-Z]\d+))?/.exec(control);
    if (rule) {
      const href = `/rules/${rule[1]}${rule[2] ? `/${rule[2]}` : ""}`;
      return el("a", { class: "button", href, target: "_blank", rel: "noopener" }, label);
    }
    const made = el("button", { type: "button", class: `button ${emphasis}`, "data-control": control, dir: "auto" }, label);
    made.addEventListener("click", (event) => {
      ignoreSecondClick(event);
      if (control.startsWith("review:") && this.handlers.review) return this.handlers.review();
      const press = () => this.#press(made, control);
      if (control.startsWith("draw:")) this.#ask(say("board-draw-offer-ask"), label, press);
      else if (control.startsWith("draw-yes:")) this.#ask(say("board-draw-accept-ask"), say("board-draw-yes"), press);
      else press();
    });
    return made;
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string} control
   */
  async #press(button, control) {
    const me = await needMe();
    if (!me) return;
    this.handlers.known?.();
    this.handlers.pressed?.(control);
    button.disabled = true;
    const told = await this.match.send(me, { press: control });
    button.disabled = false;
    // The board of this match shows the offer of a rematch, and leads to the rematch when it begins.
    const isElsewhere = told?.reply.about && told.reply.about !== this.match.id && !control.startsWith("rematch:");
    if (isElsewhere) location.assign(pathTo(`/match/${told.reply.about}`));
    else if (told) this.show(told.reply.evident ? null : told.reply, told.replyId);
    this.match.ask();
  }
}
