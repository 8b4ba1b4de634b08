import { posix } from "node:path";
import { sha256 } from "../../base/hash.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { asText } from "../as-text.ts";
import { parseTime } from "../build-items.ts";
import type { LinearFormat } from "../records/linear-format.ts";
import { chatBodies, chatKind, copiedQuestion } from "./chat-bodies.ts";
import { laterRecords } from "./early-records.ts";
import { kinds } from "./kinds.ts";
import { turnBodies, updateBodies, updateOf } from "./update-bodies.ts";

/** The kind of a record of either log. */
export function typeOf(record: JsonObject): string {
  if (record.method === undefined) return chatKind(laterRecords(record).at(-1) ?? record);
  return `update/${asText(updateOf(record).sessionUpdate) || "(none)"}`;
}

/** How the joined logs of Grok Build are read. */
export const sessionLog: LinearFormat = {
  agent: "grok",
  typeOf,
  kinds,
  idOf: () => null,
  atOf: () => null,
  followTimes,
  threadOf: () => null,
  threadOfFile: (path) => posix.basename(posix.dirname(path)),
  startPass,
  followKept,
  factsOf: () => null,
};

function startPass() {
  const failed = new Set<string>();
  const asked = new Set<string>();
  let hasChat = false;
  return (record: JsonObject) => {
    if (record.method === undefined) {
      hasChat = true;
      const copied = copiedQuestion(record);
      // It was shown before.
      if (copied !== null && asked.has(sha256(copied))) return [];
      return laterRecords(record).flatMap((later) => chatBodies(later, failed));
    }
    const update = updateOf(record);
    if (update.status === "failed") failed.add(asText(update.toolCallId));
    if (hasChat) return turnBodies(update);
    const bodies = updateBodies(update);
    for (const body of bodies) {
      if (body.kind === "message" && body.role === "user") asked.add(sha256(body.text));
    }
    return bodies;
  };
}

/** Only what was shown has a time; the record that the model got comes right after it. */
function followTimes(): (record: JsonObject) => string | null {
  let last: string | null = null;
  return ({ method, timestamp, params }) => {
    if (method === undefined) return last;
    const { _meta } = isObject(params) ? params : {};
    const exact = isObject(_meta) ? parseTime(_meta.agentTimestampMs) : null;
    last = exact ?? (typeof timestamp === "number" ? parseTime(timestamp * 1000) : null) ?? last;
    return last;
  };
}

/** A compaction keeps questions, as copies before the summary. */
function followKept(): (item: TranscriptItem, record: JsonObject) => readonly string[] {
  const asked = new Map<string, string>();
  let kept: string[] = [];
  return (item, record) => {
    if (item.kind === "compaction") {
      const ids = kept;
      kept = [];
      return ids;
    }
    if (item.kind === "message" && item.role === "user") asked.set(sha256(item.text), item.id);
    const copied = record.method === undefined ? copiedQuestion(record) : null;
    const id = copied === null ? undefined : asked.get(sha256(copied));
    if (id !== undefined) kept.push(id);
    return [];
  };
}
