/**
 * Where a conversation begins when its rollout does not contain all of it.
 *
 * A rollout may continue another one up to a position (`history_base`): in a thread in which the user went back,
 * the new file continues an earlier file of the same thread; a fork continues a file of another thread. The
 * program follows these references from file to file, and so do we, within bounds: the text of a session is a
 * stranger's, and must not pull in a conversation that it has nothing to do with.
 */
import { isObject, type JsonObject } from "../../base/json/value.ts";

/** A position in another rollout at which this one continues. */
export interface HistoryBase {
  /** The rollout's own id, which is the thread's in most cases. */
  readonly rollout: string;
  /** Bytes of it that belong to the conversation; null when that is not stated. */
  readonly bytes: number | null;
}

/** What the description of a rollout states about its place among others. */
export interface Lineage {
  readonly thread: string;
  readonly base: HistoryBase | null;
  /** Whether it continues a conversation of another thread: a fork, or a sub-agent that knows its parent's. */
  readonly isFork: boolean;
}

/** More files than this in a row are nobody's work; threads with 17 are known. */
export const MAX_FILES_OF_THREAD = 256;

/** What a rollout states about its place among others; null when it has no id. */
export function lineageOf(meta: JsonObject): Lineage | null {
  const { id, history_base, forked_from_id, parent_thread_id } = meta;
  if (typeof id !== "string") return null;
  const isFork = typeof forked_from_id === "string" || typeof parent_thread_id === "string";
  return { thread: id, base: baseOf(history_base), isFork };
}

function baseOf(value: unknown): HistoryBase | null {
  if (!isObject(value) || typeof value.thread_id !== "string") return null;
  const bytes = value.end_byte_offset;
  return {
    rollout: value.thread_id.toLowerCase(),
    bytes: Number.isSafeInteger(bytes) ? Number(bytes) : null,
  };
}

/** Why a conversation cannot be followed to its beginning. */
export type LineageFault = "absent" | "foreign" | "circular" | "too long" | "no position";

/** The rollouts of a conversation, the newest first, and why the oldest is not its beginning. */
export interface FollowedLineage<Rollout> {
  /** Each with how many of its bytes belong to the conversation; null for all. */
  readonly segments: readonly { readonly rollout: Rollout; readonly end: number | null }[];
  /** The reference that could not be followed. */
  readonly missing: { readonly base: HistoryBase; readonly fault: LineageFault } | null;
}

interface LineageSource<Rollout> {
  lineageOf(rollout: Rollout): Promise<Lineage | null> | Lineage | null;
  /** The rollout with an id. */
  find(id: string): Rollout | undefined;
}

/** Follows the references of a rollout to the beginning of its conversation. */
export async function followLineage<Rollout>(
  first: Rollout,
  source: LineageSource<Rollout>,
): Promise<FollowedLineage<Rollout>> {
  const segments: { rollout: Rollout; end: number | null }[] = [{ rollout: first, end: null }];
  const seen = new Set([first]);
  let lineage = await source.lineageOf(first);
  while (lineage?.base) {
    const { base, thread, isFork } = lineage;
    const rollout = source.find(base.rollout);
    const missing = (fault: LineageFault) => ({ segments, missing: { base, fault } });
    if (rollout === undefined) return missing("absent");
    if (base.bytes === null) return missing("no position");
    if (seen.has(rollout)) return missing("circular");
    if (segments.length >= MAX_FILES_OF_THREAD) return missing("too long");
    const next = await source.lineageOf(rollout);
    if (next === null) return missing("absent");
    if (next.thread !== thread && !isFork) return missing("foreign");
    segments.push({ rollout, end: base.bytes });
    seen.add(rollout);
    lineage = next;
  }
  return { segments, missing: null };
}
