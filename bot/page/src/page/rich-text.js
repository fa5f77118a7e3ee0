// Texts with links to rules of the handbook, and with times in the time zone of the reader.

import { deadline, el } from "./dom.js";

/**
 * Builds a text with links to the handbook for rules, such as `(rule: baroque Q27)` in any language.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
function withRules(text) {
  return text.split(/(?<=\()(\p{L}+\s?: [a-z]+ [A-Z]\d+)(?=\))/u).map((part) => {
    const rule = /: ([a-z]+) ([A-Z]\d+)$/.exec(part);
    if (!rule) return part;
    return el("a", { href: `/rules/${rule[1]}/${rule[2]}`, target: "_blank", rel: "noopener" }, part);
  });
}

/**
 * Builds a link to a post.
 * @typedef {(label: string, place: string, number: number) => string | HTMLElement} PostLink
 */

/**
 * Builds a text with times in the time zone of the reader, with channels, and with links to posts and external messages.
 * @param {string} text
 * @param {PostLink} link
 * @returns {(string | HTMLElement)[]}
 */
function withMarks(text, link) {
  return text.split(/\ufdd0([^\ufdd2]*)\ufdd2/).map((part, n) => {
    if (n % 2 === 0 || part.startsWith("#")) return part;
    const [, address, label] = part.split("\ufdd1");
    if (label === undefined) return deadline(Number(part) * 1000);
    if (address.startsWith("https://")) return el("a", { href: address, target: "_blank", rel: "noopener" }, label);
    const [, place, number] = /^(.*)\.(\d+)$/.exec(address) ?? ["", "", ""];
    return link(label, place, Number(number));
  });
}

/**
 * Builds a text with all its links. Without a builder, links to posts are plain text.
 * @param {string} text
 * @param {PostLink} link
 */
export function rich(text, link = (label) => label) {
  return withRules(text).flatMap((part) => (typeof part === "string" ? withMarks(part, link) : part));
}
