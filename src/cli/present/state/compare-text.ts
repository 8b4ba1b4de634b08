import { excerpt } from "../../../base/text/text.ts";

interface NearEntry {
  readonly id: string;
  readonly content: string;
}

/** The entries that an admitted text may contradict: `; compare 75e91d "…"`. Empty when there are none. */
export function compareText(entries: readonly NearEntry[]): string {
  return entries.length === 0 ? "" : `; compare ${listed(entries)}`;
}

/** Lines about entries that an admitted text may affect; none when there are none. */
export function seeAlsoLines(entries: readonly NearEntry[]): string[] {
  if (entries.length === 0) return [];
  return ["  See also, may be affected:", ...entries.map((entry) => `    ${named(entry)}`)];
}

const listed = (entries: readonly NearEntry[]) => entries.map(named).join(", ");

const named = ({ id, content }: NearEntry) => `${excerpt(id)} "${excerpt(content, 80)}"`;
