import { setKey } from "../base/json/value.ts";
import type { TranscriptItem } from "../model/transcript.ts";
import type { SessionDraft } from "./agent.ts";

/** An item without halves of characters, which no model API takes; what was mended is a loss. */
export function replaceSurrogates<Item extends TranscriptItem>(
  item: Item,
  draft: SessionDraft,
): Item {
  if (hasWellFormedTexts(item)) return item;
  const mended = replaceIn(item, 0);
  const { file, line } = item.source;
  const why = "unpaired surrogate replaced";
  draft.loss({ kind: "changed", where: `${file}:${line}`, why });
  return mended;
}

const MAX_DEPTH = 100;

/** Looks at what is written of an item; its own keys and places are ours. */
function hasWellFormedTexts(item: TranscriptItem): boolean {
  switch (item.kind) {
    case "message":
      return item.text.isWellFormed() && isWellFormed(item.model, 1) && areWellFormed(item);
    case "tool_call":
      return (
        item.name.isWellFormed() && item.call_id.isWellFormed() && isWellFormed(item.arguments, 1)
      );
    case "tool_result":
      return item.content.isWellFormed() && item.call_id.isWellFormed() && areWellFormed(item);
    default:
      return isWellFormed(item, 0);
  }
}

function areWellFormed({ attachments }: Pick<Kind<"message">, "attachments">): boolean {
  return attachments.length === 0 || isWellFormed(attachments, 1);
}

type Kind<Name extends TranscriptItem["kind"]> = Extract<TranscriptItem, { kind: Name }>;

function isWellFormed(value: unknown, depth: number): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return true;
  const members: Record<string, unknown> = Object(value);
  // Not a list of keys and values: this sees every item that is written.
  for (const key in members) {
    if (!key.isWellFormed() || !isWellFormed(members[key], depth + 1)) return false;
  }
  return true;
}

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
