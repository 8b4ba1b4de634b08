/**
 * What compaction knows about a thread. `src/threads/` implements it over the tables; here are no
 * tables and no texts, so that rules about cuts can be tested on their own.
 */

import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import type { Checkpoint } from "../model/turn.ts";

/** The position of a message, without its content. */
export interface IndexedMessage {
  /** 1, 2, 3 … over the thread's own messages. */
  readonly ordinal: number;
  readonly seq: number;
  readonly event_id: string;
}

/** A thread as compaction sees it. Only its own messages count; what it inherited has its own checkpoints. */
export interface MessageIndex {
  readonly thread_id: string;
  readonly message_count: number;
  /** Messages inherited from ancestors, which `to_ordinal` of a checkpoint counts too. */
  readonly inherited_count: number;
  /** A message by its ordinal, its seq or its id; null when there is none. */
  message(by: MessageKey): Promise<IndexedMessage | null>;
  /** The thread's own checkpoints, of any kind, in any order. */
  readonly checkpoints: readonly Checkpoint[];
}

/** How a message is named. */
export type MessageKey =
  | { readonly ordinal: number }
  | { readonly seq: number }
  | { readonly event_id: string };

/** A message that a summary can end with. */
export const cutSchema = () =>
  z.object({
    target_message_ordinal: z.number(),
    to_seq: z.number(),
    to_message_id: z.string(),
  });

/** A message that a summary can end with. */
export type Cut = z.infer<ReturnType<typeof cutSchema>>;

/** The cut after a message. */
export function cutAfter({ ordinal, seq, event_id }: IndexedMessage): Cut {
  return { target_message_ordinal: ordinal, to_seq: seq, to_message_id: event_id };
}

/** The cut after the message with an ordinal that must exist according to the index. */
export async function cutAt(index: MessageIndex, ordinal: number): Promise<Cut> {
  const message = await index.message({ ordinal });
  if (message !== null) return cutAfter(message);
  throw new HoldallError(
    "E_INTERNAL",
    `Cannot cut thread "${index.thread_id}" at message ${ordinal}: there are ${index.message_count}`,
  );
}

/** The checkpoint that reaches furthest; of equals the later one. */
export function newestOf(checkpoints: Iterable<Checkpoint>): Checkpoint | null {
  let newest: Checkpoint | null = null;
  for (const checkpoint of checkpoints) {
    if (newest === null || isNewer(checkpoint, newest)) newest = checkpoint;
  }
  return newest;
}

function isNewer(a: Checkpoint, b: Checkpoint): boolean {
  return a.to_ordinal > b.to_ordinal || (a.to_ordinal === b.to_ordinal && a.seq > b.seq);
}
