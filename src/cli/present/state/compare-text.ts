import { excerpt } from "../../../base/text/text.ts";

interface ComparedEntry {
  readonly id: string;
  readonly content: string;
}

/** The entries that an admitted text may contradict: `; compare 75e91d "…"`. Empty when there are none. */
export function compareText(entries: readonly ComparedEntry[]): string {
  if (entries.length === 0) return "";
  const listed = entries.map(({ id, content }) => `${excerpt(id)} "${excerpt(content, 80)}"`);
  return `; compare ${listed.join(", ")}`;
}
