import type { TranscriptItem } from "../../model/transcript.ts";
import { createDigest, type Digest, digestItem } from "../digest/digest.ts";
import type { ToolTable } from "../tool-names.ts";

/** Part of a session that a claim may cite. */
export interface RecordedItem {
  readonly id: string;
  /** Who wrote it, where a call is what an agent had a tool do; a teammate is an agent. */
  readonly by: "person" | "agent" | "call" | "tool" | "summary";
  readonly at: string | null;
  readonly text: string;
  /** Place among all items of the record. */
  readonly place: number;
  /** The request that it belongs to, by its item. */
  readonly turn: string | null;
}

/** What was written in a session, in order, and its digest. */
export interface SessionRecord {
  readonly session: string;
  readonly digest: Digest;
  readonly items: ReadonlyMap<string, RecordedItem>;
  /** Whether everything was read: what was left out may take back what is there. */
  readonly isComplete: boolean;
}

/** Characters that are kept of one item and of all: a session of more cannot be checked to its end. */
const MAX_ITEM = 64 * 1024;
const MAX_RECORD = 64 * 1024 * 1024;

/** What a record needs to know of its session. */
interface RecordOptions {
  readonly tools: ToolTable;
  readonly folder: string | null;
  /** Whether another agent wrote what is in the user's place. */
  readonly isSubAgent?: boolean;
}

/** Records what a session says; sub-agents and paths that were left count for nothing. */
export async function recordSession(
  session: string,
  items: AsyncIterable<TranscriptItem>,
  { tools, folder, isSubAgent = false }: RecordOptions,
): Promise<SessionRecord> {
  const digest = createDigest(tools, folder);
  const found = new Map<string, RecordedItem>();
  let size = 0;
  let isComplete = true;
  for await (const item of items) {
    if (item.thread !== null || item.branch !== null) continue;
    const before = digest.turns.at(-1)?.item_id;
    digestItem(digest, item);
    const turn = digest.turns.at(-1);
    const isRequest = turn !== undefined && turn.item_id !== before && turn.request !== "";
    const written = writtenIn(item, isRequest ? turn.request : null, digest);
    if (written === null) continue;
    const by = isSubAgent && written.by === "person" ? "agent" : written.by;
    size += written.text.length;
    isComplete &&= size <= MAX_RECORD;
    if (!isComplete) continue;
    const place = found.size;
    found.set(item.id, {
      id: item.id,
      at: item.at,
      place,
      turn: turn?.item_id ?? null,
      text: written.text,
      by,
    });
  }
  return { session, digest, items: found, isComplete };
}

/** Who wrote an item, and what; null for what nobody wrote. */
function writtenIn(
  item: TranscriptItem,
  request: string | null,
  { relative }: Digest,
): Pick<RecordedItem, "by" | "text"> | null {
  const cut = (text: string) => relative(text.slice(0, MAX_ITEM));
  if (item.kind === "message") {
    if (item.role === "assistant") return { by: "agent", text: cut(item.text) };
    const isPerson = item.sender === undefined && request !== null;
    return { by: isPerson ? "person" : "agent", text: request ?? cut(item.text) };
  }
  if (item.kind === "compaction") {
    return item.summary === null ? null : { by: "summary", text: cut(item.summary) };
  }
  if (item.kind === "tool_call") return { by: "call", text: cut(writtenInCall(item.arguments)) };
  if (item.kind !== "tool_result") return null;
  // An answer to a question of the agent, or what a person wrote while refusing a call.
  return request === null
    ? { by: "tool", text: cut(item.content) }
    : { by: "person", text: request };
}

/** What an agent wrote into a call, a line for each argument. */
function writtenInCall(input: unknown): string {
  if (typeof input === "string") return input;
  return Object.values(input ?? {})
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join("\n");
}
