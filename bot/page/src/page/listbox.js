// A floating list of choices next to its anchor. The focus stays on the anchor, as screen readers expect of a combobox.

import { el, ignoreSecondClick } from "./dom.js";

/** @import { Choice } from "./types" */

let lists = 0;

export class Listbox {
  #active = -1;
  /** @type {Choice[]} */
  #choices = [];
  /** Ends when the list closes. */
  #shown = new AbortController();

  /**
   * `anchor` is the focused element. The list calls `take(choice)` for the chosen entry, and shows `hint` below.
   * @param {HTMLElement} anchor
   * @param {{ id?: string, label: string, hint?: string | null, take: (choice: Choice) => void }} options
   */
  constructor(anchor, { id = `list-${(lists += 1)}`, label, hint = null, take }) {
    this.anchor = anchor;
    this.take = take;
    this.list = el("ul", { role: "listbox", id, "aria-label": label });
    this.rest = el("p", { class: "popup-hint", hidden: true });
    this.popup = el("div", { class: "popup", hidden: true }, this.list, this.rest);
    if (hint) this.popup.append(el("p", { class: "popup-hint", "aria-hidden": "true" }, hint));
    // The anchor keeps the focus during a press on an entry.
    this.popup.addEventListener("pointerdown", (event) => event.preventDefault());
    anchor.setAttribute("aria-controls", id);
  }

  get isOpen() {
    return !this.popup.hidden;
  }

  get active() {
    return this.#choices[this.#active] ?? null;
  }

  get first() {
    return this.#choices[0] ?? null;
  }

  /**
   * Shows the choices; `active` is the index of the active one, and `rest` states the number of further choices.
   * @param {Choice[]} choices
   * @param {{ active?: number, rest?: Choice | null }} options
   */
  show(choices, { active = -1, rest = null } = {}) {
    if (choices.length === 0) return this.close();
    this.rest.hidden = !rest;
    this.rest.textContent = rest?.label ?? "";
    this.#choices = choices;
    this.list.replaceChildren(
      ...choices.map((choice, n) => {
        const onclick = (/** @type {MouseEvent} */ event) => {
          ignoreSecondClick(event);
          this.#choose(choice);
        };
        return el("li", { role: "option", id: `${this.list.id}-${n}`, "aria-selected": "false", dir: "auto", onclick }, choice.label);
      }),
    );
    if (!this.isOpen) {
      // Adds the list next to its anchor, because a list behind an open dialog is not usable.
      (this.anchor.closest("dialog,main") ?? document.body).append(this.popup);
      this.popup.hidden = false;
      this.anchor.setAttribute("aria-expanded", "true");
      this.#shown = new AbortController();
      const { signal } = this.#shown;
      // A scroll of an ancestor of the anchor moves it. A scroll of the messages next to it does not.
      const scrolled = (/** @type {Event} */ { target }) => target instanceof Node && target !== this.anchor && target.contains(this.anchor) && this.close();
      document.addEventListener("scroll", scrolled, { capture: true, signal });
      const away = (/** @type {Event} */ { target }) => target !== this.anchor && !(target instanceof Node && this.popup.contains(target)) && this.close();
      document.addEventListener("pointerdown", away, { signal });
      addEventListener("resize", () => this.close(), { signal });
      this.anchor.addEventListener("blur", () => this.close(), { signal });
    }
    this.#put();
    this.#activate(active);
  }

  close() {
    if (!this.isOpen) return;
    this.popup.hidden = true;
    this.popup.remove();
    this.#active = -1;
    this.#choices = [];
    this.anchor.setAttribute("aria-expanded", "false");
    this.anchor.removeAttribute("aria-activedescendant");
    this.#shown.abort();
  }

  /**
   * Handles the usual keys of a list. Returns true if the key was one of them.
   * @param {string} key
   */
  move(key) {
    const last = this.#choices.length - 1;
    const page = 8;
    /** @type {Record<string, number>} */
    const steps = {
      ArrowDown: this.#active >= last ? 0 : this.#active + 1,
      ArrowUp: this.#active <= 0 ? last : this.#active - 1,
      PageDown: Math.min(last, this.#active + page),
      PageUp: Math.max(0, this.#active - page),
    };
    if (!Object.hasOwn(steps, key)) return false;
    this.#activate(steps[key]);
    return true;
  }

  /**
   * Activates the next entry with a label that begins with the letters.
   * @param {string} letters
   */
  seek(letters) {
    /** @param {Choice} choice */
    const starts = (choice) => choice.label.toLocaleLowerCase().startsWith(letters.toLocaleLowerCase());
    const found = this.#choices.findIndex(starts);
    if (found >= 0) this.#activate(found);
  }

  takeActive() {
    if (this.active) this.#choose(this.active);
  }

  /** @param {Choice} choice */
  #choose(choice) {
    this.close();
    this.take(choice);
  }

  /** @param {number} n */
  #activate(n) {
    this.list.children[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = n;
    const option = this.list.children[n];
    if (!option) return this.anchor.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    this.anchor.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  /** Places the list above the anchor if there is more room, else below. */
  #put() {
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const anchor = this.anchor.getBoundingClientRect();
    const gap = 6;
    const above = anchor.top - gap;
    const below = height - anchor.bottom - gap;
    const style = this.popup.style;
    style.minWidth = `${Math.min(anchor.width, width - 16)}px`;
    style.maxWidth = `${width - 16}px`;
    style.maxHeight = `${Math.max(above, below) - 8}px`;
    style.bottom = above > below ? `${height - anchor.top + gap}px` : "auto";
    style.top = above > below ? "auto" : `${anchor.bottom + gap}px`;
    style.left = "0";
    style.left = `${Math.max(8, Math.min(anchor.left, width - this.popup.offsetWidth - 8))}px`;
  }
}
