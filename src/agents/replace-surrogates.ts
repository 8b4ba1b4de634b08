import { setKey } from "../base/json/value.ts";
import type { TranscriptItem } from "../model/transcript.ts";
import type { SessionDraft } from "./agent.ts";

// JSON spells half a character as an escape; in bytes that are UTF-8 there is no other way.
const LONE_SURROGATE = /\\ud[89a-f]/;

/** An item without halves of characters, which no model API takes; what was mended is a loss. */
export function replaceSurrogates<Item extends TranscriptItem>(
  item: Item,
  draft: SessionDraft,
): Item {
  if (!LONE_SURROGATE.test(JSON.stringify(item))) return item;
  const mended = replaceIn(item, 0);
  const { file, line } = item.source;
  const why = "unpaired surrogate replaced";
  draft.loss({ kind: "changed", where: `${file}:${line}`, why });
  return mended;
}

const MAX_DEPTH = 100;

function replaceIn<Value>(value: Value, depth: number): Value {
  return replaceInValue(value, depth) as Value; // Every value keeps its type.
}

function replaceInValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((member) => replaceInValue(member, depth + 1));
  const copy = {};
  for (const [key, member] of Object.entries(value)) {
    setKey(copy, key.toWellFormed(), replaceInValue(member, depth + 1));
  }
  return copy;
}
