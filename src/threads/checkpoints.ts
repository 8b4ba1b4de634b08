/**
 * Checkpoints: the events that say that a summary represents a thread up to a message. Nothing is
 * removed. A later checkpoint for the same cut wins, so that a bad summary is replaced by writing a
 * better one.
 */

import { HoldallError } from "../base/errors.ts";
import { type Basis, baseCheckpoint, openBasis } from "../compaction/basis.ts";
import { type CreatedCheckpoint, checkpointBody } from "../compaction/event-bodies.ts";
import { checkSummaryFor, type ManualTarget, manualCut } from "../compaction/manual-cut.ts";
import type { Cut } from "../compaction/message-index.ts";
import { summaryBlob } from "../compaction/summary-blob.ts";
import { toText } from "../ledger/texts.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import type { Actor } from "../model/event.ts";
import type { Checkpoint } from "../model/turn.ts";
import type { Transaction } from "../stores/store.ts";
import { findMessage } from "./find.ts";
import type { Lineage } from "./lineage.ts";
import { type IndexedThread, openMessageIndex } from "./message-index.ts";
import { checkpointsBackward, createArtifactReader } from "./strategy-input.ts";
import { threadStream } from "./stream.ts";

/** A checkpoint that someone asks for. */
export interface ManualCheckpoint {
  readonly target: ManualTarget;
  readonly summary_markdown?: string | undefined;
  /** Takes precedence over the text when both are given. */
  readonly summary_artifact_id?: string | undefined;
  readonly actor: Actor;
}

/** Binds a summary to a message. Repeating a cut is allowed: the later checkpoint wins. */
export async function createCheckpoint(
  unit: UnitOfWork,
  thread: string,
  { target, summary_markdown, summary_artifact_id, actor }: ManualCheckpoint,
): Promise<CreatedCheckpoint & { readonly thread_id: string }> {
  const open = await openMessageIndex(unit.tx, thread);
  const { thread_id } = open.index;
  if (summary_artifact_id === undefined && (summary_markdown ?? "").trim() === "") {
    throw new HoldallError("E_USAGE", "Cannot create a checkpoint: there is no summary", {
      cure: "add --summary TEXT or --artifact ID",
    });
  }
  const { to_message_id: named } = target;
  // A prefix of a message id is accepted here; the cut itself is recorded with the full id.
  const message = named === undefined ? null : await findMessage(unit.tx, thread_id, named);
  const { cut, cut_rule_id } = await manualCut(open.index, {
    ...target,
    ...(message === null ? {} : { to_message_id: message.event_id }),
  });
  const summary =
    summary_artifact_id === undefined
      ? summaryBlob({
          thread_id,
          cut,
          actor_id: actor.id,
          origin: actor.origin,
          produced_by: { type: "manual", id: "holdall-cli" },
          basis: (await basisFor(unit.tx, open, cut)).basis,
          markdown: summary_markdown ?? "",
        })
      : await namedSummary(unit.tx, summary_artifact_id, { thread_id, to_seq: cut.to_seq });
  const created = await appendCheckpoint(unit, { thread_id, cut, cut_rule_id, summary, actor });
  return { thread_id, ...created };
}

/** A summary that is stored already, checked to cover exactly this cut of this thread. */
async function namedSummary(
  tx: Transaction,
  artifact_id: string,
  cut: { readonly thread_id: string; readonly to_seq: number },
): Promise<NewCheckpoint["summary"]> {
  const bytes = (await createArtifactReader(tx).text(artifact_id)) ?? null;
  checkSummaryFor(bytes, cut);
  return { artifact_id, bytes: bytes ?? new Uint8Array() };
}

/** What a cut's summary builds on: the newest cumulative one before it, of the thread or its ancestors. */
export async function basisFor(
  tx: Transaction,
  { index, lineage, head }: IndexedThread,
  cut: Cut,
): Promise<Basis> {
  const ordinal = index.inherited_count + cut.target_message_ordinal;
  const base = await nearestBase(tx, lineage, { ordinal, as_of: head });
  if (base === null) return openBasis(null, null);
  const bytes = await createArtifactReader(tx).text(base.summary_artifact_id).catch(nullIfDamaged);
  return openBasis(base, bytes);
}

/**
 * Pages backwards and stops at the first usable checkpoint: a long thread may have thousands of
 * them.
 */
async function nearestBase(
  tx: Transaction,
  lineage: Lineage,
  { ordinal, as_of }: { readonly ordinal: number; readonly as_of: number },
): Promise<Checkpoint | null> {
  for await (const checkpoint of checkpointsBackward(tx, { lineage, as_of })) {
    const base = baseCheckpoint([checkpoint], ordinal);
    if (base !== null) return base;
  }
  return null;
}

/**
 * A summary with altered bytes cannot be continued. The new one starts from the first message and
 * records why.
 */
function nullIfDamaged(error: unknown): null {
  if (error instanceof HoldallError && error.code === "E_DIGEST") return null;
  throw error;
}

/** A checkpoint to be recorded. */
export interface NewCheckpoint {
  readonly thread_id: string;
  readonly cut: Cut;
  readonly cut_rule_id: string;
  readonly summary: { readonly artifact_id: string; readonly bytes: Uint8Array };
  readonly actor: Actor;
}

/** Records a checkpoint together with its summary. The event's own id is the checkpoint's id. */
export async function appendCheckpoint(
  unit: UnitOfWork,
  { thread_id, cut, cut_rule_id, summary, actor }: NewCheckpoint,
): Promise<CreatedCheckpoint> {
  const { to_seq, to_message_id } = cut;
  const checkpoint_id = unit.newId();
  const created = {
    checkpoint_id,
    cut_rule_id,
    summary_artifact_id: summary.artifact_id,
    to_seq,
    to_message_id,
  };
  const text = toText(summary.bytes);
  await unit.append([
    {
      stream: threadStream(thread_id),
      type: "continuity_compaction_checkpoint_created",
      actor,
      id: checkpoint_id,
      body: checkpointBody(created, text.ref),
      texts: [text],
    },
  ]);
  return created;
}
