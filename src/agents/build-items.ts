import type { TranscriptItem } from "../model/transcript.ts";
import { isTimestamp } from "../model/values.ts";

type Common = "id" | "parent_id" | "at" | "actor" | "source" | "raw" | "thread" | "branch";
type WithoutCommon<Item> = Item extends unknown ? Omit<Item, Common> : never;

/** What an item says, without what it shares with the others of its record. */
export type ItemBody = WithoutCommon<TranscriptItem>;

/** What all items of one record share. */
export interface ItemOrigin {
  /** The first item's id; those after it add a number. */
  readonly id: string;
  readonly parent: string | null;
  readonly at: string | null;
  readonly source: TranscriptItem["source"];
  readonly thread: string | null;
  readonly branch: string | null;
}

/** Makes items of the bodies of one record, each following the one before. */
export function buildItems(origin: ItemOrigin, bodies: readonly ItemBody[]): TranscriptItem[] {
  const items: TranscriptItem[] = [];
  let parent = origin.parent;
  for (const [index, body] of bodies.entries()) {
    const id = index === 0 ? origin.id : `${origin.id}/${index}`;
    items.push({
      id,
      parent_id: parent,
      at: origin.at,
      actor: actorOf(body),
      source: origin.source,
      raw: null, // A transcript that has its records beside it fills this in.
      thread: origin.thread,
      branch: origin.branch,
      ...body,
    });
    parent = id;
  }
  return items;
}

/** Whose part of the conversation a body is. */
export function actorOf(body: ItemBody): TranscriptItem["actor"] {
  switch (body.kind) {
    case "message":
      return body.role;
    case "tool_call":
    case "reasoning":
    case "usage":
      return "assistant";
    case "tool_result":
    case "file_change":
      return "tool";
    case "branch":
      return "user";
    default:
      return "system";
  }
}

/** A time as RFC 3339 from what records contain: that, or milliseconds since 1970; null for anything else. */
export function parseTime(value: unknown): string | null {
  if (typeof value === "string") return isTimestamp(value) ? value : null;
  if (typeof value !== "number" || !Number.isInteger(value)) return null;
  if (value < 0 || value > 253_402_300_799_999) return null; // Years have four digits.
  return new Date(value).toISOString();
}

/** How `toISOString()` writes a time. The last days of a month are left out: not every month has them. */
const ISO_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** A time of an item as all agents write it, to the millisecond; null where there is none. */
export function writtenTime(at: string | null): string | null {
  if (at === null || ISO_TIME.test(at)) return at;
  const milliseconds = Date.parse(at);
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString();
}

/** A number of tokens: a whole number from 0 on, and 0 for anything else. */
export function parseTokenCount(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
