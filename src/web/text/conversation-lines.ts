import type { ConversationData, Row, RowGroup } from "../page.ts";
import { isPrompt } from "./message-writer.ts";

/** One line of the list: a row, or the head of a folded group. */
export type Line =
  | { readonly kind: "row"; readonly row: Row }
  | { readonly kind: "group"; readonly index: number; readonly group: RowGroup };

/** What of a conversation is to be listed. */
export interface LineOptions {
  readonly openGroups: ReadonlySet<number>;
  /** Only rows that contain this text, in any case; empty for all. */
  readonly query: string;
}

/**
 * The lines of a conversation in order. A group is where its first row was, with its rows below it when
 * it is open. A search looks into folded groups, too.
 */
export function conversationLines(
  { rows, groups }: ConversationData,
  { openGroups, query }: LineOptions,
): readonly Line[] {
  const wanted = query.trim().toLowerCase();
  const found = wanted === "" ? rows : rows.filter((row) => contains(row, wanted));
  const members = membersOf(found);
  const lines: Line[] = [];
  const listed = new Set<number>();
  for (const row of found) {
    const group = row.group === undefined ? undefined : groups[row.group];
    if (row.group === undefined || group === undefined) {
      lines.push({ kind: "row", row });
      continue;
    }
    if (listed.has(row.group)) continue;
    listed.add(row.group);
    lines.push({ kind: "group", index: row.group, group });
    if (wanted === "" && !openGroups.has(row.group)) continue;
    for (const member of members.get(row.group) ?? []) lines.push({ kind: "row", row: member });
  }
  return lines;
}

function membersOf(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  const members = new Map<number, Row[]>();
  for (const row of rows) {
    if (row.group === undefined) continue;
    const known = members.get(row.group);
    if (known === undefined) members.set(row.group, [row]);
    else known.push(row);
  }
  return members;
}

function contains({ text, tool, diff }: Row, wanted: string): boolean {
  const texts = [text, tool?.name, tool?.input, tool?.output, diff];
  return texts.some((each) => each?.toLowerCase().includes(wanted));
}

/** The index of the nearest prompt after (or before) a line; null at the end. */
export function nextPrompt(lines: readonly Line[], from: number, step: 1 | -1): number | null {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) {
    const line = lines[at];
    if (line?.kind === "row" && isPrompt(line.row)) return at;
  }
  return null;
}
