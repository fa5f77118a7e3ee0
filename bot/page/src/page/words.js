// The texts of the page in the language of its reader. The server puts them into the page.

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** The language of the page, such as `fr`. */
export const language = document.documentElement.lang;

/** Letters of right-to-left scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a name or number, so that it does not change the order of the text around it.
 * @param {string | number} value
 */
const isolated = (value) => (RIGHT_TO_LEFT.test(String(value)) ? `\u2068${value}\u2069` : String(value));

/**
 * Returns a text by its name. `values.place` replaces `{place}` in it.
 * @param {string} name
 * @param {Record<string, string | number>} values
 */
export function say(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (_, value) => isolated(values[value]));
}
