/**
 * Lines of `memory/events.md`: `- <time> <kind> (<key>: <value>, …) – <text>`. Values are escaped so
 * that no value can end the list or the line. A person's line may have any text after the dash, may have a colon in its
 * place, and need not have the list.
 */

import { printable } from "../../base/text/text.ts";

/** One line of the memory, as it was read or is to be written. */
export interface MemoryLine {
  readonly at: string;
  readonly kind: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The line as text, without its line end. */
export function formatMemoryLine({ at, kind, facts, text }: MemoryLine): string {
  const pairs = Object.entries(facts).map(([key, value]) => `${key}: ${escapeValue(value)}`);
  return `- ${at} ${kind} (${pairs.join(", ")}) – ${oneLine(text)}`;
}

/** A line's parts; null for headings, blank lines and prose. */
export function parseMemoryLine(line: string): MemoryLine | null {
  const head = /^- (\d{4}-\d{2}-\d{2}T[\d:.-]{4,18}Z) ([a-z][a-z_]{0,63})( \(| – | - |: )/.exec(
    line,
  );
  if (head === null) return null;
  const [all, at = "", kind = "", next] = head;
  if (next !== " (") return { at, kind, facts: Object.create(null), text: line.slice(all.length) };
  const ends = [line.indexOf(") – ", all.length - 1), line.indexOf(") - ", all.length - 1)];
  const end = Math.min(...ends.filter((place) => place !== -1));
  if (!Number.isFinite(end)) return null;
  return { at, kind, facts: parseFacts(line.slice(all.length, end)), text: line.slice(end + 4) };
}

function parseFacts(text: string): Readonly<Record<string, string>> {
  const facts: Record<string, string> = Object.create(null);
  for (const part of text.split(",")) {
    const colon = part.indexOf(":");
    if (colon === -1) continue;
    facts[part.slice(0, colon).trim()] = unescapeValue(part.slice(colon + 1).trim());
  }
  return facts;
}

function escapeValue(value: string): string {
  return oneLine(value).replaceAll("%", "%25").replaceAll(")", "%29").replaceAll(",", "%2C");
}

function unescapeValue(value: string): string {
  if (!value.includes("%")) return value;
  return value.replaceAll("%2C", ",").replaceAll("%29", ")").replaceAll("%25", "%");
}

/** On one line, with invisible characters escaped: agents and people read the memory as it lies on disk. */
function oneLine(text: string): string {
  return printable(text.replaceAll(/[\r\n\u2028\u2029]+/g, " "));
}
