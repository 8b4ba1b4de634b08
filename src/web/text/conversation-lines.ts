import type { ConversationData, Row, RowGroup } from "../page.ts";
import { isPrompt } from "./message-writer.ts";
import { splitQuery } from "./split-query.ts";

/** One line of the list: a row, the head of a folded group or of folded system context, or the first of a day. */
export type Line =
  | { readonly kind: "row"; readonly row: Row }
  | { readonly kind: "group"; readonly index: number; readonly group: RowGroup }
  | { readonly kind: "context"; readonly rows: readonly Row[] }
  | { readonly kind: "day"; readonly date: string };

/** What of a conversation is to be listed. */
export interface LineOptions {
  readonly openGroups: ReadonlySet<number>;
  /** Numbers of the first rows of system context that is unfolded. */
  readonly openContexts: ReadonlySet<number>;
  /** Only rows that contain this text, in any case; empty for all. */
  readonly query: string;
}

/**
 * The lines of a conversation in order. A group is where its first row was, with its rows below it when it is open;
 * so is system context of several rows. A search looks into what is folded, too.
 */
export function conversationLines(
  { rows, groups }: ConversationData,
  { openGroups, openContexts, query }: LineOptions,
): readonly Line[] {
  const isFiltered = splitQuery(query).length > 0;
  const found = isFiltered ? matchingRows(rows, query) : rows;
  const members = membersOf(found);
  const lines: Line[] = [];
  const listed = new Set<number>();
  for (let at = 0; at < found.length; at++) {
    const row = found[at];
    if (row === undefined) break;
    const group = row.group === undefined ? undefined : groups[row.group];
    if (row.group === undefined || group === undefined) {
      const context = isFiltered ? [] : contextFrom(found, at);
      const [first] = context;
      if (first !== undefined && context.length > 1) {
        lines.push({ kind: "context", rows: context });
        at += context.length - 1;
        if (openContexts.has(first.number)) lines.push(...context.map(lineOf));
      } else lines.push(lineOf(row));
      continue;
    }
    if (listed.has(row.group)) continue;
    listed.add(row.group);
    lines.push({ kind: "group", index: row.group, group });
    if (!isFiltered && !openGroups.has(row.group)) continue;
    lines.push(...(members.get(row.group) ?? []).map(lineOf));
  }
  return withDays(lines);
}

function lineOf(row: Row): Line {
  return { kind: "row", row };
}

/** Rows from a place on that agents or their programs added, and no person wrote. */
function contextFrom(rows: readonly Row[], from: number): readonly Row[] {
  let end = from;
  while (end < rows.length && isContext(rows[end])) end++;
  return rows.slice(from, end);
}

function isContext(row: Row | undefined): boolean {
  if (row === undefined || row.group !== undefined) return false;
  return row.kind === "context" || row.sender === "prompt" || row.sender === "context";
}

/** Puts the date before the first row of each day of the conversation that was continued. */
function withDays(lines: readonly Line[]): readonly Line[] {
  const dated: Line[] = [];
  let last = "";
  for (const line of lines) {
    const row = line.kind === "context" ? line.rows[0] : line.kind === "row" ? line.row : undefined;
    const date = row?.group === undefined ? (row?.at?.slice(0, 10) ?? last) : last;
    if (date !== last) dated.push({ kind: "day", date });
    last = date;
    dated.push(line);
  }
  return dated;
}

/** The rows that contain every term of a query, in any case; none for a query without terms. */
export function matchingRows(rows: readonly Row[], query: string): readonly Row[] {
  const terms = splitQuery(query.toLowerCase());
  return terms.length === 0 ? [] : rows.filter((row) => contains(row, terms));
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

function contains({ text, tool, diff }: Row, terms: readonly string[]): boolean {
  const texts = [text, tool?.name, tool?.input, tool?.output, diff].map((each) =>
    each?.toLowerCase(),
  );
  return terms.every((term) => texts.some((each) => each?.includes(term)));
}

/** The index of the nearest prompt after (or before) a line; null at the end. */
export function nextPrompt(lines: readonly Line[], from: number, step: 1 | -1): number | null {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) {
    const line = lines[at];
    if (line?.kind === "row" && isPrompt(line.row)) return at;
  }
  return null;
}
