import { HoldallError } from "../../src/base/errors.ts";
import { sha256 } from "../../src/base/hash.ts";
import type {
  CheckpointBound,
  StrategyInput,
  ThreadBase,
} from "../../src/compile/strategies/strategy.ts";
import type { CompactionSummary } from "../../src/model/context-documents.ts";
import { serialiseDocument } from "../../src/model/serialise-document.ts";
import type { Checkpoint, Turn } from "../../src/model/turn.ts";

/** The thread of conversations made here. */
export const THREAD = "thread-1";

/** A turn with what matters to a test; the rest is plain. */
export function createTurn(ordinal: number, turn: Partial<Turn> & { content?: string } = {}): Turn {
  return {
    user: {
      thread_id: THREAD,
      seq: ordinal,
      event_id: `m${ordinal}`,
      ordinal,
      content: turn.content ?? `m${ordinal}`,
      actor_id: "user",
      origin: "test",
      refs: [],
      ...turn.user,
    },
    steps: turn.steps ?? [],
    reply: turn.reply ?? null,
  };
}

/** Turns 1 to `count`. */
export function createTurns(count: number, each: (ordinal: number) => Turn = createTurn): Turn[] {
  return Array.from({ length: count }, (_, index) => each(index + 1));
}

/** An answer of a completed run. */
export function createReply(text: string | null, reason = "completed"): Turn["reply"] {
  return { run_session_id: "run", text, reason };
}

/** A checkpoint at a message, with the bytes of its summary. */
export function createCheckpoint(
  to_seq: number,
  changes: Partial<Checkpoint> & { markdown?: string } = {},
): { readonly checkpoint: Checkpoint; readonly bytes: Uint8Array } {
  const { markdown = `Summary of m1 to m${to_seq}.`, ...rest } = changes;
  const bytes = createSummary(to_seq, { summary_markdown: markdown });
  const checkpoint: Checkpoint = {
    checkpoint_id: `c${to_seq}`,
    thread_id: THREAD,
    seq: 1000 + to_seq,
    to_seq,
    to_ordinal: to_seq,
    to_message_id: `m${to_seq}`,
    summary_kind: "cumulative_v1",
    summary_artifact_id: sha256(bytes),
    ...rest,
  };
  return { checkpoint, bytes };
}

/** The bytes of a summary up to a message. */
export function createSummary(
  to_seq: number,
  changes: Partial<CompactionSummary> = {},
): Uint8Array {
  return serialiseDocument({
    schema: "rip.compaction_summary.v1",
    kind: "cumulative_v1",
    coverage: { thread_id: THREAD, from_seq: 0, to_seq },
    provenance: { actor_id: "user", origin: "test" },
    summary_markdown: `Summary of m1 to m${to_seq}.`,
    ...changes,
  });
}

/** What a conversation is made of. */
export interface Conversation {
  /** Oldest first; the last is the anchor. */
  readonly turns: readonly Turn[];
  readonly checkpoints?: readonly Checkpoint[];
  readonly blobs?: ReadonlyMap<string, Uint8Array>;
  /** Ids whose bytes are not what the name says. */
  readonly damaged?: ReadonlySet<string>;
  readonly base?: ThreadBase;
  readonly state?: NonNullable<StrategyInput["state"]>;
  /** Threads from the child to its root, when there is more than one. */
  readonly lineage?: readonly string[];
}

/** What a strategy sees, and how much of it was read. */
export interface CountedInput extends StrategyInput {
  readonly reads: { turns: number; checkpoints: number; texts: number };
}

/** Makes the input of a strategy from a conversation in memory. */
export function createInput(conversation: Conversation): CountedInput {
  const { turns, checkpoints = [], blobs = new Map(), base, state } = conversation;
  const anchor = turns.at(-1);
  if (anchor === undefined) throw new Error("a conversation has an anchor");
  const reads = { turns: 0, checkpoints: 0, texts: 0 };
  const ordered = newestFirst(checkpoints, conversation.lineage ?? [THREAD]);
  return {
    reads,
    thread_id: conversation.lineage?.[0] ?? THREAD,
    anchor,
    base: base ?? null,
    state: state ?? null,
    async *earlier() {
      for (let index = turns.length - 2; index >= 0; index--) {
        reads.turns += 1;
        const turn = turns[index];
        if (turn !== undefined) yield turn;
      }
    },
    async *checkpoints(below?: CheckpointBound) {
      for (const checkpoint of ordered) {
        if (!isBelow(checkpoint, below)) continue;
        reads.checkpoints += 1;
        yield checkpoint;
      }
    },
    async place(ordinal) {
      const turn = turns.find(({ user }) => user.ordinal === ordinal);
      if (turn === undefined) throw new Error(`no message ${ordinal}`);
      return turn.user;
    },
    async text(id) {
      reads.texts += 1;
      if (conversation.damaged?.has(id)) throw new HoldallError("E_DIGEST", `Cannot read "${id}"`);
      return blobs.get(id) ?? null;
    },
    size: async (id) => blobs.get(id)?.length ?? null,
  };
}

function newestFirst(
  checkpoints: readonly Checkpoint[],
  lineage: readonly string[],
): readonly Checkpoint[] {
  const depth = ({ thread_id }: Checkpoint) => lineage.indexOf(thread_id);
  return checkpoints.toSorted(
    (a, b) => depth(a) - depth(b) || b.to_seq - a.to_seq || b.seq - a.seq,
  );
}

function isBelow(checkpoint: Checkpoint, below: CheckpointBound | undefined): boolean {
  if (below === undefined) return true;
  return checkpoint.thread_id === below.thread_id && checkpoint.to_seq <= below.to_seq;
}

/** Checkpoints at the given seqs and their blobs. */
export function createCheckpoints(
  to_seqs: readonly number[],
): Required<Pick<Conversation, "checkpoints" | "blobs">> {
  const checkpoints = to_seqs.map((to_seq) => createCheckpoint(to_seq));
  return {
    checkpoints: checkpoints.map(({ checkpoint }) => checkpoint),
    blobs: new Map(
      checkpoints.map(({ checkpoint, bytes }) => [checkpoint.summary_artifact_id, bytes]),
    ),
  };
}
