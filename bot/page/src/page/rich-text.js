// Texts with links: rules lead to the handbook, moments are told as their reader counts time.

import { deadline, el } from "./dom.js";

/**
 * A text whose mentions of a rule, such as `(rule: baroque Q27)` in any language, lead to the handbook.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
function withRules(text) {
  return text.split(/(?<=\()(\p{L}+\s?: [a-z]+ [A-Z]\d+)(?=\))/u).map((part) => {
    const rule = /: ([a-z]+) ([A-Z]\d+)$/.exec(part);
    if (!rule) return part;
    return el("a", { href: `/rules/${rule[1]}#${rule[2]}`, target: "_blank", rel: "noopener" }, part);
  });
}

/**
 * How a link to a post is made.
 * @typedef {(label: string, place: string, number: number) => string | HTMLElement} PostLink
 */

/**
 * A text with moments as their reader counts time, with channels, and with links to posts and to messages elsewhere.
 * @param {string} text
 * @param {PostLink} link
 * @returns {(string | HTMLElement)[]}
 */
function withMarks(text, link) {
  return text.split(/\ufdd0([^\ufdd2]*)\ufdd2/).map((part, n) => {
    if (n % 2 === 0) return part;
    if (part.startsWith("#")) return part;
    const [, address, label] = part.split("\ufdd1");
    if (label === undefined) return deadline(Number(part) * 1000);
    if (address.startsWith("https://")) {
      return el("a", { href: address, target: "_blank", rel: "noopener" }, label);
    }
    const [, place, number] = /^(.*)\.(\d+)$/.exec(address) ?? ["", "", ""];
    return link(label, place, Number(number));
  });
}

/**
 * A text with all its links; those to posts are plain text where nobody makes them.
 * @param {string} text
 * @param {PostLink} link
 */
export function rich(text, link = (label) => label) {
  return withRules(text).flatMap((part) => (typeof part === "string" ? withMarks(part, link) : part));
}
