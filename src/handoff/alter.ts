import { mapStrings } from "../base/json/map-strings.ts";
import type { Redactor } from "../redact/redactor.ts";
import { type ConversationItem, placeOf } from "../transcripts/carried.ts";
import { type ToolTable, translateCall } from "../transcripts/tool-names.ts";
import { shortenResult } from "./shorten.ts";

/** Everything that is done to an item on its way. */
export interface Alteration {
  /** Null when nothing is to be hidden. */
  readonly redactor: Redactor | null;
  readonly from: ToolTable;
  readonly to: ToolTable;
  /** Path beginnings to replace, old and new. */
  readonly map: readonly (readonly [string, string])[];
  /** Null when everything fits. */
  readonly maxResultBytes: number | null;
}

/** An item as the receiver gets it, and what was changed. */
export interface Altered {
  readonly item: ConversationItem;
  readonly changes: readonly string[];
}

/** Applies an alteration; the same item always comes out the same. */
export function alterItem(item: ConversationItem, alteration: Alteration): Altered {
  const changes: string[] = [];
  let altered = item;
  const change = (next: ConversationItem, why: string) => {
    if (!areSame(next, altered)) changes.push(why);
    altered = next;
  };
  const { redactor, map, maxResultBytes } = alteration;
  if (item.kind === "tool_call") {
    const call = translateCall(item, alteration.from, alteration.to);
    change(call, `the tool "${item.name}" is called "${call.name}" there`);
  }
  if (redactor !== null) {
    change(redactItem(altered, redactor), "a secret was replaced by a placeholder");
  }
  if (map.length > 0) change(mapPaths(altered, map), "a path was replaced as asked for");
  if (maxResultBytes !== null) {
    change(shortenResult(altered, maxResultBytes), "a long result was cut to fit the budget");
  }
  return { item: altered, changes };
}

/** Whether an alteration changed nothing that it may change. */
function areSame(left: ConversationItem, right: ConversationItem): boolean {
  if (left === right) return true;
  if (left.kind === "message" && right.kind === "message") return left.text === right.text;
  if (left.kind === "tool_result" && right.kind === "tool_result") {
    return left.content === right.content;
  }
  if (left.kind === "compaction" && right.kind === "compaction") {
    return left.summary === right.summary;
  }
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Ids and places stay as they are: the session could not be resumed without them. */
function redactItem(item: ConversationItem, redactor: Redactor): ConversationItem {
  const where = placeOf(item);
  switch (item.kind) {
    case "message":
      return { ...item, text: redactor.text(item.text, where) };
    case "tool_call":
      return { ...item, arguments: redactor.value(item.arguments, where) };
    case "tool_result":
      return { ...item, content: redactor.text(item.content, where) };
    case "compaction":
      return { ...item, summary: item.summary && redactor.text(item.summary, where) };
    default:
      return item satisfies never;
  }
}

function mapPaths(item: ConversationItem, map: Alteration["map"]): ConversationItem {
  const change = (text: string) =>
    map.reduce((mapped, [old, next]) => replacePath(mapped, old, next), text);
  switch (item.kind) {
    case "message":
      return { ...item, text: change(item.text) };
    case "tool_call":
      return { ...item, arguments: mapStrings(item.arguments, change) };
    case "tool_result":
      return { ...item, content: change(item.content) };
    case "compaction":
      return { ...item, summary: item.summary && change(item.summary) };
    default:
      return item satisfies never;
  }
}

/** Replaces a path where it stands whole: `/a/b` in `/a/b/c`, not in `/a/bc`. */
function replacePath(text: string, old: string, next: string): string {
  return text
    .split(old)
    .reduce((joined, piece) => joined + (/^[\w.-]/.test(piece) ? old : next) + piece);
}
