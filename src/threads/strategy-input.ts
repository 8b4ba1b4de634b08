/**
 * The view of the tables that strategies get. It enforces the two bounds of a compile: turns and
 * messages end at the cut, checkpoints count as of a head. Everything is read lazily, because most
 * strategies need only the newest part of a conversation.
 */

import { HoldallError } from "../base/errors.ts";
import { isSha256 } from "../base/hash.ts";
import type { CheckpointBound, StrategyInput } from "../compile/strategies/strategy.ts";
import { resolveAlias } from "../ledger/artifacts.ts";
import { findText, sizeOfText } from "../ledger/texts.ts";
import type { Checkpoint, TurnPlace } from "../model/turn.ts";
import type { Transaction } from "../stores/store.ts";
import { type HandoffArtifact, resolveBase, type ShownState } from "./handoff-artifact.ts";
import type { Lineage, ThreadSegment } from "./lineage.ts";
import { selectCheckpoints } from "./tables/checkpoints.ts";
import { selectMessage } from "./tables/messages.ts";
import { type Detail, turnAt, turnsBackward } from "./turns.ts";

/** Checkpoints per query; a compile rarely needs more. */
const CHECKPOINT_PAGE = 8;

/** What a strategy is to see of a conversation. */
export interface CompileView {
  readonly lineage: Lineage;
  /** The message to be answered, counted over the conversation. */
  readonly anchor: number;
  /** The head of the thread as of which checkpoints count. */
  readonly as_of: number;
  readonly detail: Detail;
  /** The committed state to show first. */
  readonly state: ShownState | null;
}

/** A strategy's input, and the bundle of a handoff that is not stored yet. */
export interface ThreadInput {
  readonly input: StrategyInput;
  readonly handoff: HandoffArtifact | null;
}

/** Opens a conversation for a strategy. Valid only within the transaction. */
export async function openStrategyInput(tx: Transaction, view: CompileView): Promise<ThreadInput> {
  const { lineage, anchor: from, detail } = view;
  const { segments } = lineage;
  const own = segments.at(-1);
  const { base, handoff } = await resolveBase(tx, lineage);
  const anchor = await turnAt(tx, segments, from);
  if (own === undefined || anchor === undefined) throw new RangeError("the anchor is not there");
  const input: StrategyInput = {
    thread_id: own.thread_id,
    anchor,
    base,
    state: stateOf(view),
    earlier: () => turnsBackward(tx, segments, { from: from - 1, detail }),
    checkpoints: (below) => checkpointsBackward(tx, view, below),
    place: (ordinal) => placeOf(tx, segments, ordinal),
    ...createArtifactReader(tx, { handoff, state: view.state }),
  };
  return { input, handoff };
}

function stateOf({ state }: CompileView): StrategyInput["state"] {
  if (state === null) return null;
  const { artifact_id, state_hash, bytes } = state;
  return { artifact_id, state_hash, bytes };
}

/**
 * Checkpoints of a conversation: the thread's own first, then its ancestors'; within a thread the
 * one that reaches furthest first, and of equals the later one.
 */
export async function* checkpointsBackward(
  tx: Transaction,
  { lineage, as_of }: Pick<CompileView, "lineage" | "as_of">,
  bound?: CheckpointBound,
): AsyncGenerator<Checkpoint> {
  const { segments } = lineage;
  for (const segment of segments.toReversed()) {
    if (bound !== undefined && bound.thread_id !== segment.thread_id) continue;
    const { thread_id, to_seq, before } = segment;
    const last = Math.min(to_seq, bound?.to_seq ?? to_seq);
    let below = { to_seq: last, seq: Number.MAX_SAFE_INTEGER };
    for (;;) {
      // A checkpoint written into an ancestor after the child branched off must not change the
      // child.
      const known = segment === segments.at(-1) ? as_of : to_seq;
      const page = { thread_id, below, as_of: known, limit: CHECKPOINT_PAGE };
      const rows = await selectCheckpoints(tx, page);
      for (const row of rows) yield { ...row, to_ordinal: before + row.to_ordinal };
      const lowest = rows.at(-1);
      if (lowest === undefined || rows.length < CHECKPOINT_PAGE) break;
      below = { to_seq: lowest.to_seq, seq: lowest.seq };
    }
  }
}

async function placeOf(
  tx: Transaction,
  segments: readonly ThreadSegment[],
  ordinal: number,
): Promise<TurnPlace> {
  const segment = segments.findLast(({ before }) => before < ordinal);
  const message = segment && (await selectMessage(tx, segment.thread_id, ordinal - segment.before));
  if (!segment || !message) throw new RangeError(`there is no message ${ordinal}`);
  return { thread_id: segment.thread_id, seq: message.seq, event_id: message.event_id };
}

/** What a compile refers to before it is stored: recording the compile stores it. */
interface UnstoredArtifacts {
  readonly handoff?: HandoffArtifact | null;
  readonly state?: ShownState | null;
}

/**
 * Reads artifacts by id or alias, and those that are not stored yet. Missing is null; altered is
 * `E_DIGEST`.
 */
export function createArtifactReader(
  tx: Transaction,
  { handoff, state }: UnstoredArtifacts = {},
): Pick<StrategyInput, "text" | "size"> {
  const unkept = (id: string): Uint8Array | null => {
    if (handoff?.artifact_id === id) return handoff.bytes;
    return state?.artifact_id === id ? state.content : null;
  };
  return {
    async text(id) {
      const fresh = unkept(id);
      if (fresh !== null) return fresh;
      if (!isSha256(id)) return null; // A foreign log may call an artifact anything.
      const found = await findText(tx, await resolveAlias(tx, id));
      if (found.state === "present") return found.content;
      if (found.state !== "altered") return null;
      const state = "its bytes do not match its SHA-256";
      throw new HoldallError("E_DIGEST", `Cannot read artifact "${id}": ${state}`);
    },
    async size(id) {
      const fresh = unkept(id);
      if (fresh !== null) return fresh.length;
      return isSha256(id) ? sizeOfText(tx, await resolveAlias(tx, id)) : null;
    },
  };
}
