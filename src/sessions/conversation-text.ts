/** A part of a conversation as a model reads it: quoted, within a number of tokens, with the place of the next part. */

import { oneLine, truncateMiddle } from "../base/text/one-line.ts";
import textPieces from "../base/token-counters/text-pieces.ts";
import { quoteContext } from "../model/quoted-context.ts";
import type { ViewItem } from "../transcripts/conversation-view.ts";

/** Characters of an item that are shown within a budget; of a tool's result fewer will do. */
const MAX_TEXT = 2400;
const MIN_TEXT = 40;
const RESULT_SHARE = 4;
/** Tokens of the frame around the items. */
const FRAME_TOKENS = 100;
const MAX_TITLE = 100;
const DATE_LENGTH = "2026-11-18".length;

/** The items that fit into a budget of tokens, long ones shortened, and the number of the first that does not. */
export function takeWithin(
  items: readonly ViewItem[],
  budget: number,
): { readonly items: readonly ViewItem[]; readonly next: number | null } {
  const taken: ViewItem[] = [];
  let left = budget - FRAME_TOKENS;
  for (const item of items) {
    let length = MAX_TEXT;
    let short = shorten(item, length);
    // A part has at least one item; otherwise its reader would never get to the next one.
    while (taken.length === 0 && costOf(short) > left && length > MIN_TEXT) {
      length /= 2;
      short = shorten(item, length);
    }
    left -= costOf(short);
    if (taken.length > 0 && left < 0) return { items: taken, next: item.number };
    taken.push(short);
  }
  return { items: taken, next: null };
}

function costOf(item: ViewItem): number {
  return textPieces.count(itemText(item));
}

/** An item with its texts cut; the argument that names what a call is about is its text. */
function shorten(item: ViewItem, length: number): ViewItem {
  const { tool } = item;
  const text = truncateMiddle(item.text, length);
  if (tool === null) return { ...item, text, diff: null };
  const result =
    tool.result && truncateMiddle(tool.result, Math.max(MIN_TEXT, length / RESULT_SHARE));
  return { ...item, text, diff: null, tool: { ...tool, arguments: "", result } };
}

function itemText({ number, kind, at, text, tool }: ViewItem): string {
  const failed = tool?.ok === false ? "failed" : null;
  const facts = [number, kind, tool?.name, failed, at?.slice(0, DATE_LENGTH)];
  const head = `[${facts.filter((fact) => fact !== null && fact !== undefined).join(" ")}] ${text}`;
  return tool?.result ? `${head}\n→ ${tool.result}` : head;
}

/** The part of the output of `show` that a model reads. */
interface ShowOutput {
  readonly agent: string | null;
  readonly id: string;
  readonly title: string | null;
  readonly total: number;
  readonly items: readonly ViewItem[];
  readonly next: number | null;
  readonly not_found?: string | undefined;
}

/** What a model reads of a session. */
export function conversationText(output: unknown): string {
  // The operation's schema has just produced it.
  const { agent, id, title, total, items, next, not_found } = output as ShowOutput;
  const name = title === null ? "" : `: ${truncateMiddle(oneLine(title), MAX_TITLE)}`;
  const head = `${agent ?? "Conversation"} ${id}${name} (${total} items)`;
  const quoted = quoteContext([head, ...items.map(itemText)].join("\n\n"));
  if (not_found !== undefined) return `${quoted}No item has a word of "find".`;
  return `${quoted}${next === null ? "This is the end of the session." : `More: cursor ${next}.`}`;
}
