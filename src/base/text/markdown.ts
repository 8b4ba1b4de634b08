import { excerpt, printable } from "./text.ts";
import { trimEndOf } from "./trim-end.ts";

// Full stops, dashes and colons stay: they have a meaning only at the beginning of a line.
const INNER_MARKUP = /[\\`*_[\]<>|~&#]/g;

/** Foreign text on one line of Markdown, escaped so that none of it is markup. */
export function markdownLine(text: string, max = 200): string {
  const line = excerpt(text.replaceAll(/\s+/g, " ").trim(), max);
  const escaped = line.replaceAll(INNER_MARKUP, (char) => `\\${char}`);
  return escaped.replace(/^(\d+)(?=[.)])/, "$1\\").replace(/^[-+=]/, "\\$&");
}

/** Foreign text as a fenced block of Markdown, with a fence that nothing inside can close. */
export function markdownBlock(text: string, language = ""): string {
  const shown = trimEndOf(printable(text.replaceAll(/\r\n?/g, "\n")), "\n");
  let fence = "```";
  for (const [run] of shown.matchAll(/`{3,}/g)) {
    if (run.length >= fence.length) fence = `${run}\``;
  }
  return `${fence}${language}\n${shown}\n${fence}`;
}
