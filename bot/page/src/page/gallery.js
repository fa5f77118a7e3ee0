// The pictures of messages. The gallery fetches them when they come near the view, and can enlarge them.

import { pictureAt } from "./api.js";
import { byId, el } from "./dom.js";
import { say } from "./words.js";

/** @import { Picture } from "./types" */

/** @typedef {HTMLButtonElement & { load: () => Promise<void> }} PictureButton */

export class Gallery {
  /** @param {HTMLElement} root the scrolling element */
  constructor(root) {
    this.lazy = new IntersectionObserver((entries) => this.#nearby(entries), { root, rootMargin: "800px" });
  }

  /**
   * @param {Picture} picture
   * @param {string} path
   */
  picture({ alt, width, height }, path) {
    const image = el("img", { alt, width: width || null, height: height || null });
    const button = el("button", { type: "button", class: "picture", title: say("enlarge") }, image);
    const load = async () => {
      try {
        image.src = await pictureAt(path);
        button.classList.remove("missing");
        button.title = say("enlarge");
      } catch {
        button.classList.add("missing");
        button.title = say("missing-picture");
      }
    };
    button.addEventListener("click", () => (button.classList.contains("missing") ? load() : this.#enlarge(alt, path)));
    this.lazy.observe(Object.assign(button, { load }));
    return button;
  }

  /**
   * @param {string} name
   * @param {string} path
   */
  download(name, path) {
    const button = el("button", { type: "button", class: "button attachment" }, "↓ ", el("span", { dir: "auto" }, name));
    button.addEventListener("click", async () => {
      const href = await pictureAt(path).catch(() => null);
      if (href) el("a", { href, download: name }).click();
    });
    return button;
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #nearby(entries) {
    for (const entry of entries.filter((entry) => entry.isIntersecting)) {
      this.lazy.unobserve(entry.target);
      /** @type {PictureButton} */ (entry.target).load();
    }
  }

  /**
   * @param {string} alt
   * @param {string} path
   */
  async #enlarge(alt, path) {
    const src = await pictureAt(path).catch(() => "");
    Object.assign(byId("viewer-image", HTMLImageElement), { alt, src });
    byId("viewer", HTMLDialogElement).showModal();
  }
}
