import { excerpt } from "../../../base/text/text.ts";

interface NearEntry {
  readonly id: string;
  readonly content: string;
}

/** Lines about entries that an admitted text may contradict, and about those that it may affect; none without any. */
export function nearLines({
  compare,
  see_also,
}: {
  readonly compare: readonly NearEntry[];
  readonly see_also: readonly NearEntry[];
}): string[] {
  return [
    ...listLines("May contradict, until you decide:", compare),
    ...listLines("See also, may be affected:", see_also),
  ];
}

function listLines(heading: string, entries: readonly NearEntry[]): string[] {
  if (entries.length === 0) return [];
  return [`  ${heading}`, ...entries.map((entry) => `    ${named(entry)}`)];
}

const named = ({ id, content }: NearEntry) => `${excerpt(id)} "${excerpt(content, 80)}"`;
