import type { MessageIndex } from "../../src/compaction/message-index.ts";
import type { Checkpoint } from "../../src/model/turn.ts";
import { createCheckpoint, THREAD } from "./create-input.ts";

/** Seqs between two messages, as tools and runs leave them. */
const SPREAD = 51;

/** The seq of a message in an index made here. */
export function seqOf(ordinal: number): number {
  return ordinal * SPREAD;
}

/** A checkpoint at a message of an index. */
export function checkpointAt(ordinal: number, changes: Partial<Checkpoint> = {}): Checkpoint {
  return createCheckpoint(seqOf(ordinal), { to_ordinal: ordinal, ...changes }).checkpoint;
}

/** A thread of `count` messages with other events between them. */
export function createMessageIndex(
  count: number,
  checkpoints: readonly Checkpoint[] = [],
): MessageIndex {
  return {
    thread_id: THREAD,
    message_count: count,
    inherited_count: 0,
    checkpoints,
    async message(by) {
      const ordinal = ordinalOf(by);
      if (!Number.isInteger(ordinal) || ordinal < 1 || ordinal > count) return null;
      return { ordinal, seq: seqOf(ordinal), event_id: `m${ordinal}` };
    },
  };
}

function ordinalOf(by: Parameters<MessageIndex["message"]>[0]): number {
  if ("ordinal" in by) return by.ordinal;
  return "seq" in by ? by.seq / SPREAD : Number(by.event_id.slice(1));
}
