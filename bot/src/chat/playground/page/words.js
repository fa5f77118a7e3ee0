// What the page says, in the language of its reader: the server has put it into the page.

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** The language that the page is in, such as `fr`. */
export const language = document.documentElement.lang;

/**
 * A text by its name; `{place}` in it is what `values.place` is.
 * @param {string} name
 * @param {Record<string, string | number>} values
 */
export function say(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (_, value) => String(values[value]));
}
