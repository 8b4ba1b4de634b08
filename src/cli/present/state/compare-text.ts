import { excerpt } from "../../../base/text/text.ts";

interface NearEntry {
  readonly id: string;
  readonly content: string;
}

/** The entries that an admitted text may contradict: `; compare 75e91d "…"`. Empty when there are none. */
export function compareText(entries: readonly NearEntry[]): string {
  return entries.length === 0 ? "" : `; compare ${listed(entries)}`;
}

/** A line about entries that an admitted text may affect; none when there are none. */
export function seeAlsoLine(entries: readonly NearEntry[]): string[] {
  return entries.length === 0 ? [] : [`  see also, may be affected: ${listed(entries)}`];
}

const listed = (entries: readonly NearEntry[]) =>
  entries.map(({ id, content }) => `${excerpt(id)} "${excerpt(content, 80)}"`).join(", ");
