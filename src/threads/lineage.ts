/**
 * What a conversation consists of. Ordinals count messages over all segments, from the root
 * ancestor on; seqs count events within one thread. Everything that reads a conversation goes
 * through these segments, and so never sees what a parent received after the child branched off.
 */

import { HoldallError } from "../base/errors.ts";
import type { ThreadBase } from "../compile/strategies/strategy.ts";
import type { Transaction } from "../stores/store.ts";
import { countMessages } from "./tables/messages.ts";
import { selectThread, type ThreadRow } from "./tables/threads.ts";

/** Most ancestors that are followed. Also bounds a circle in an imported log. */
const MAX_DEPTH = 64;

/** The part of one thread that a conversation consists of. */
export interface ThreadSegment {
  readonly thread_id: string;
  /** The last seq that belongs to it. */
  readonly to_seq: number;
  /** Messages of the conversation that came before it. */
  readonly before: number;
  /** Messages in it. */
  readonly messages: number;
}

/** What a conversation consists of: its own thread, and what that inherited. */
export interface Lineage {
  /** From the root down to the thread itself. */
  readonly segments: readonly ThreadSegment[];
  /** What the conversation began with, when it did not begin empty. */
  readonly base: ThreadBase | null;
  /** The thread that was handed over to, when one was. */
  readonly handoffThread: ThreadRow | null;
}

/**
 * Follows a thread to its root. A branch inherits its parent up to the branch point; a handoff ends
 * the walk, because it starts from a bundle instead. A circle, a missing parent or too many
 * ancestors is `E_LINEAGE`.
 */
export async function readLineage(
  tx: Transaction,
  thread: ThreadRow,
  to_seq: number,
): Promise<Lineage> {
  const line = [{ thread, to_seq }];
  const seen = new Set([thread.thread_id]);
  let oldest = thread;
  // Walks upwards first, since the number of inherited messages is known only from the root down.
  while (oldest.parent_kind === "branch") {
    const parent = await parentOf(tx, oldest, seen);
    line.unshift({ thread: parent, to_seq: oldest.parent_seq ?? 0 });
    oldest = parent;
  }
  const segments: ThreadSegment[] = [];
  let before = 0;
  for (const each of line) {
    const messages = await countMessages(tx, each.thread.thread_id, each.to_seq);
    segments.push({ thread_id: each.thread.thread_id, to_seq: each.to_seq, before, messages });
    before += messages;
  }
  const handoffThread = oldest.parent_kind === "handoff" ? oldest : null;
  return { segments, base: baseOf(handoffThread ?? thread), handoffThread };
}

async function parentOf(tx: Transaction, child: ThreadRow, seen: Set<string>): Promise<ThreadRow> {
  const id = child.parent_thread_id ?? "";
  if (seen.has(id)) throw brokenLineage(child, `its ancestor "${id}" is also its descendant`);
  if (seen.size >= MAX_DEPTH) throw brokenLineage(child, `it has more than ${MAX_DEPTH} ancestors`);
  seen.add(id);
  const parent = await selectThread(tx, id);
  if (parent === null) throw brokenLineage(child, `its parent "${id}" does not exist`);
  return parent;
}

function brokenLineage({ thread_id }: ThreadRow, state: string): HoldallError {
  return new HoldallError("E_LINEAGE", `Cannot follow thread "${thread_id}": ${state}`);
}

function baseOf(thread: ThreadRow): ThreadBase | null {
  const { parent_kind, parent_thread_id, parent_seq, base_artifact_id } = thread;
  if (parent_kind === null) return null;
  const artifact = base_artifact_id === null ? {} : { artifact_id: base_artifact_id };
  return {
    kind: parent_kind,
    thread_id: parent_thread_id ?? "",
    seq: parent_seq ?? 0,
    ...(parent_kind === "handoff" ? artifact : {}),
  };
}
