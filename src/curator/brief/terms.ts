import { isStopWord } from "../../base/text/stop-words.ts";
import { trimEndOf } from "../../base/text/trim-end.ts";

/** Text as a brief compares it: composed Unicode, LF, no comments, `-` for bullets, no emoji. */
export function normalise(text: string): string {
  const plain = withoutComments(text.normalize("NFC").replaceAll("\r\n", "\n"))
    .replaceAll(/^([ \t]*)[*+•] /gm, "$1- ")
    .replaceAll(/\p{Extended_Pictographic}\ufe0f?/gu, "");
  return trimLines(plain);
}

/** A text without `<!-- … -->`; one that is never closed stays. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf("<!--", from);
    const end = start === -1 ? -1 : text.indexOf("-->", start + "<!--".length);
    if (end === -1) break;
    kept.push(text.slice(from, start));
    from = end + "-->".length;
  }
  return kept.join("") + text.slice(from);
}

/** The lines of a text without blanks at their ends. */
export function trimLines(text: string): string {
  return text
    .split("\n")
    .map((line) => trimEndOf(line, " \t"))
    .join("\n");
}

/** The stem of a word: common English endings are removed from words that stay long enough. */
function stem(word: string): string {
  const endings: readonly (readonly [string, string])[] = [
    ["ies", "y"],
    ["sses", "ss"],
    ["ing", ""],
    ["ed", ""],
    ["s", ""],
  ];
  for (const [ending, instead] of endings) {
    if (!word.endsWith(ending) || (ending === "s" && word.endsWith("ss"))) continue;
    const short = word.slice(0, word.length - ending.length) + instead;
    if (short.length >= 3) return short;
  }
  return word;
}

/** The stems of a text's words that mean something, in order. */
export function stemsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !isStopWord(word)).map(stem);
}

/** How much two texts have in common: shared stems over all stems. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((each) => b.has(each)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}
