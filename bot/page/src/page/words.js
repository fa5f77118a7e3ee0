// What the page says, in the language of its reader: the server has put it into the page.

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** The language that the page is in, such as `fr`. */
export const language = document.documentElement.lang;

/** Letters that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name or number that does not change the order of the text around it.
 * @param {string | number} value
 */
const isolated = (value) => (RIGHT_TO_LEFT.test(String(value)) ? `\u2068${value}\u2069` : String(value));

/**
 * A text by its name; `{place}` in it is what `values.place` is.
 * @param {string} name
 * @param {Record<string, string | number>} values
 */
export function say(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (_, value) => isolated(values[value]));
}
