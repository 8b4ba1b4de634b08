import { excerpt } from "../base/text/text.ts";
import { isConsent, isProgramCommand, withoutEditorContext } from "../model/typed-request.ts";

/** Lines of a request that are looked at for one that says something. */
const MAX_LINES = 40;
const MAX_TITLE = 100;

/** What a session is called when nobody named it: the first line of what it was asked; null for nothing. */
export function promptTitle(prompt: string): string | null {
  const lines = withoutEditorContext(prompt.trimStart()).split("\n", MAX_LINES);
  const filled = lines.map((line) => line.trim()).filter((line) => line !== "");
  const title = filled.find((line) => !isMarkup(line)) ?? filled[0] ?? "";
  return excerpt(title, MAX_TITLE) || null;
}

/** A line that only marks what follows: a tag, a fence, a rule, the name of a field of a template. */
function isMarkup(line: string): boolean {
  // regex: anchored at both ends, each repetition excludes what follows it
  return /^(?:<[^<>]{1,200}>|\[\[[^[\]]{1,100}\]\]|[^\p{L}\p{N}]{1,200}|(?:```|~~~)\w{0,40})$/u.test(
    line,
  );
}

/**
 * The title of a session after one more request: the first request that says something, and until there is
 * one, the first of all. Sessions begin with greetings, commands to the program and "ok, do it".
 */
export function titleAfter(title: string | null, prompt: string): string | null {
  if (isTelling(title)) return title;
  const next = promptTitle(prompt);
  return isTelling(next) ? next : (title ?? next);
}

/** A single short word, as "clear" and "test", is no request either. */
const SHORT_TITLE = /^[\x20-\x7e]{1,12}$/;

/** Whether a title says what a session is about; null does not. */
export function isTelling(title: string | null): title is string {
  if (title === null || isConsent(title) || isProgramCommand(title)) return false;
  return title.includes(" ") || !SHORT_TITLE.test(title);
}
