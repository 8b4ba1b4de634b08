import { formatCount } from "../../base/text/format-count.ts";
import { formatMinute } from "../../base/text/format-minute.ts";
import type { Dropped, DroppedItem } from "../../model/dropped.ts";

/** The headings of what was dropped, in the order in which it is shown. */
export const droppedHeadings = {
  decision: "Decisions and constraints of the user",
  open: "Open points",
  command: "Commands",
  file: "Changed files",
} as const satisfies Record<DroppedItem["kind"], string>;

/** What the list below it is, or why there is none. */
export function introduceDropped({ compaction, items }: Dropped): string {
  if (compaction === null) return "Nothing was compacted in this conversation.";
  const { number, at } = compaction;
  const place = number === null ? "" : `#${number}`;
  const when = at === null ? "" : formatMinute(at);
  const facts = [place, when].filter((fact) => fact !== "").join(", ");
  const which = `The last compaction${facts === "" ? "" : ` (${facts})`}`;
  if (!compaction.has_earlier) {
    return `${which} begins the session: what it replaced is in another one.`;
  }
  if (items.length === 0) {
    return `${which} dropped nothing that was found: decisions, open points, commands and changed files are in its summary or came up again later.`;
  }
  return `${which} dropped what follows: it is neither in the summary nor in anything later.`;
}

/** What a reader has to know of the list. */
export function droppedNotes({ compaction, items, more }: Dropped): readonly string[] {
  const isSealed = compaction?.is_readable === false && items.length > 0;
  return [
    ...(isSealed ? ["The summary is encrypted: its agent may still know what is listed."] : []),
    ...(more > 0 ? [`${formatCount(more, "earlier one")} not listed.`] : []),
  ];
}
