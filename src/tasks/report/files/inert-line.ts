import { markdownLine } from "../../../base/text/markdown.ts";
import { excerpt } from "../../../base/text/text.ts";

/** What GitHub turns into a mention, a link or a reference to an issue. */
const LIVE = /@|:\/\/|www\.|#\d|gh-\d/i;

/**
 * Foreign text on one line of Markdown that notifies nobody and links nowhere. GitHub looks for mentions in the page
 * that it has made of the Markdown, where an escaped `@` is an `@` again; only inside code it does not look.
 */
export function inertLine(text: string, max = 200): string {
  if (!LIVE.test(text)) return markdownLine(text, max);
  const line = excerpt(text.replaceAll(/\s+/g, " ").trim(), max);
  // A grave accent would end the code, and a bar the cell of a table: both are outside, escaped.
  return line
    .split(/([ `|])/)
    .map((part) =>
      LIVE.test(part) ? `\`${part}\`` : part === " " ? part : markdownLine(part, max),
    )
    .join("");
}
