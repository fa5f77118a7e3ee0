// The input line, with suggestions for half-typed commands.

import { ask } from "./api.js";
import { byId, isShortcut } from "./dom.js";
import { Listbox } from "./listbox.js";
import { DIRECT } from "./model.js";
import { say } from "./words.js";

/**
 * @import { Place } from "./model.js"
 * @import { Talk } from "./talk.js"
 * @import { Choice, Completions } from "./types"
 */

const MAX_REMEMBERED = 50;
const MAX_PEOPLE = 8;

/** @type {Set<string>} */
const commands = new Set(JSON.parse(byId("commands").textContent ?? "[]"));

/**
 * Tells whether a command begins with this word, without its slash.
 * @param {string} word
 */
export const isCommandName = (word) => commands.has(word.toLowerCase());

export class Composer {
  /** @type {string[]} */
  #remembered = [];
  #recalled = 0;
  #isAsking = false;
  /** @type {string | null} */
  #dismissed = null;

  /** @param {Talk} talk */
  constructor(talk) {
    this.talk = talk;
    this.model = talk.model;
    this.input = byId("say", HTMLInputElement);
    this.list = new Listbox(this.input, {
      id: "completions",
      label: say("suggestions"),
      hint: say("suggestions-hint"),
      take: (choice) => this.#take(choice),
    });
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.input.addEventListener("input", () => {
      this.#dismissed = null;
      this.#suggest();
    });
    this.input.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {Place} place */
  show(place) {
    this.list.close();
    this.input.value = place.draft;
    this.input.placeholder = place.name === DIRECT ? say("hint-direct") : say("hint-channel", { place: place.title });
    byId("say-label").textContent = say("message-in", { place: place.title });
  }

  focus() {
    this.input.focus({ preventScroll: true });
  }

  /**
   * Puts a text into the line, for the reader to send or change.
   * @param {string} text
   */
  offer(text) {
    this.input.value = text;
    this.focus();
    this.input.setSelectionRange(text.length, text.length);
    this.input.dispatchEvent(new Event("input"));
  }

  #submit() {
    const text = this.input.value.trim();
    if (text === "") return;
    const command = /^\/+(\S*)/.exec(text);
    if (command && !isCommandName(command[1])) return this.#mean(text);
    this.#send(text);
  }

  /**
   * Offers commands for a text that begins with no command. Sends the text if there are none.
   * @param {string} text
   */
  async #mean(text) {
    const typed = /^\s*\S*/.exec(this.input.value)?.[0] ?? "";
    const { choices, rest } = await this.#ask(typed.trimStart());
    if (this.input.value.trim() !== text) return;
    if (choices.length === 0) return this.#send(text);
    this.input.setSelectionRange(typed.length, typed.length);
    this.list.show(choices, { active: 0, rest });
  }

  /** @param {string} text */
  #send(text) {
    this.#remembered = [...this.#remembered.filter((old) => old !== text), text].slice(-MAX_REMEMBERED);
    this.#recalled = this.#remembered.length;
    this.input.value = "";
    this.model.place.draft = "";
    this.list.close();
    this.talk.send(text);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing || isShortcut(event)) return;
    if (this.list.isOpen) {
      if (event.key === "Escape") {
        this.#dismissed = this.#typed();
        this.list.close();
      } else if (event.key === "Tab" && !event.shiftKey) {
        this.#take(this.list.active ?? this.list.first);
      } else if (event.key === "Enter" && this.list.active) {
        this.list.takeActive();
      } else if (!this.list.move(event.key)) {
        return;
      }
      event.preventDefault();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      this.#recall(event.key === "ArrowUp" ? -1 : 1, event);
    }
  }

  /**
   * Steps through the sent texts, unless the reader has typed another text.
   * @param {number} step
   * @param {Event} event
   */
  #recall(step, event) {
    const recalled = this.#remembered[this.#recalled] ?? "";
    if (this.input.value !== recalled) return;
    const to = this.#recalled + step;
    if (to < 0 || to > this.#remembered.length) return;
    this.#recalled = to;
    this.input.value = this.#remembered[to] ?? "";
    event.preventDefault();
  }

  #typed() {
    return this.input.value.slice(0, this.input.selectionStart ?? undefined);
  }

  /**
   * Inserts the choice and continues with the next word, unless a value must follow.
   * @param {Choice | null} choice
   */
  #take(choice) {
    if (!choice) return;
    const rest = this.input.value.slice(this.#typed().length).trimStart();
    const taken = /[\s:]$/.test(choice.value) ? choice.value : `${choice.value} `;
    this.input.value = taken + rest;
    this.input.setSelectionRange(taken.length, taken.length);
    this.list.close();
    this.#suggest();
  }

  /** Requests completions of the text. While a response is pending, only the latest text waits. */
  async #suggest() {
    this.model.place.draft = this.input.value;
    if (this.#isAsking) return;
    this.#isAsking = true;
    let typed;
    /** @type {Completions} */
    let offered;
    do {
      typed = this.#typed();
      offered = typed.startsWith("/") ? await this.#ask(typed) : { choices: this.#people(typed) };
    } while (typed !== this.#typed());
    this.#isAsking = false;
    /** @param {Choice} choice */
    const isNew = (choice) => choice.value.trimEnd() !== typed.trimEnd();
    if (document.activeElement !== this.input || this.#dismissed === typed) return this.list.close();
    this.list.show(offered.choices.filter(isNew), { rest: offered.rest });
  }

  /**
   * Requests completions, which are optional: the page shows the state of the connection elsewhere.
   * @param {string} typed
   * @returns {Promise<Completions>}
   */
  #ask(typed) {
    return ask("complete", this.model.me, { id: crypto.randomUUID(), place: this.model.current, text: typed }).catch(() => ({ choices: [] }));
  }

  /**
   * Requests the people with the half-typed name after an @.
   * @param {string} typed
   */
  #people(typed) {
    const at = /(?:^|\s)@([^@]*)$/.exec(typed);
    if (!at) return [];
    const letters = ` ${at[1].toLocaleLowerCase()}`;
    return [...this.model.people.values()]
      .filter((person) => person.id !== this.model.me.id && ` ${person.name.toLocaleLowerCase()}`.includes(letters))
      .slice(0, MAX_PEOPLE)
      .map((person) => ({ label: `@${person.name}`, value: `${typed.slice(0, typed.length - at[1].length)}${person.name} ` }));
  }
}
