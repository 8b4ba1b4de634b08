import { setKey } from "../base/json/value.ts";
import type { TranscriptItem } from "../model/transcript.ts";
import type { NativeOrder } from "./agent.ts";

// JSON spells half a character as an escape; in bytes that are UTF-8 there is no other way.
const HALF = /\\ud[89a-f]/;

/** An item without halves of characters, which no model API takes; what was mended is a loss. */
export function wellFormed<Item extends TranscriptItem>(item: Item, order: NativeOrder): Item {
  if (!HALF.test(JSON.stringify(item))) return item;
  const mended = mend(item, 0);
  const { file, line } = item.source;
  const why = "half a character (a lone surrogate) was replaced";
  order.loss({ kind: "changed", where: `${file}:${line}`, why });
  return mended;
}

const MAX_DEPTH = 100;

function mend<Value>(value: Value, depth: number): Value {
  return mendValue(value, depth) as Value; // Every value keeps its type.
}

function mendValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((member) => mendValue(member, depth + 1));
  const copy = {};
  for (const [key, member] of Object.entries(value)) {
    setKey(copy, key.toWellFormed(), mendValue(member, depth + 1));
  }
  return copy;
}
