/**
 * How one thread becomes the parent of another. A *branch* shares its parent's events up to a cut;
 * nothing is copied, and `lineage.ts` follows the reference when the child is read. A *handoff*
 * shares nothing: the child starts from one artifact that summarises the parent, so that it can be
 * read where the parent is absent.
 *
 * Both write two events into the child's stream: its creation (seq 0) and its origin (seq 1).
 * `event-order.ts` reports any other position, and the tables ignore an origin elsewhere.
 */

import { HoldallError } from "../base/errors.ts";
import type { NewEvent } from "../ledger/append.ts";
import { readArtifact } from "../ledger/artifacts.ts";
import { toText } from "../ledger/texts.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import { documentTypes } from "../model/context-documents.ts";
import type { Actor } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { type FoundThread, findMessage, findThread, newestMessage } from "./find.ts";
import { frameEvent } from "./frame-event.ts";
import { buildHandoffArtifact, type SourcePoint } from "./handoff-artifact.ts";
import { threadStream } from "./stream.ts";
import { lastRunSeq } from "./tables/runs.ts";
import { createdEvent } from "./threads.ts";

/**
 * Where a child leaves its parent: after a message with its answer, at a seq, or at the end
 * (neither is set).
 */
export interface BranchPoint {
  readonly message?: string | undefined;
  readonly seq?: number | undefined;
}

/** What is recorded about a child thread when it is created. */
export interface NewChild {
  readonly workspace: string;
  readonly title: string | null;
  readonly actor: Actor;
}

/** A child thread, and where it came from. */
export interface ChildThread extends SourcePoint {
  readonly child_id: string;
}

/** Branches a thread: the child inherits everything up to the cut, without a copy. */
export async function branchThread(
  unit: UnitOfWork,
  parent: { readonly thread: string; readonly cut: BranchPoint },
  child: NewChild,
): Promise<ChildThread> {
  const source = await resolveBranchPoint(unit.tx, parent);
  const child_id = unit.newId();
  const payload = {
    parent_thread_id: source.thread_id,
    parent_seq: source.seq,
    parent_message_id: source.message_id,
  };
  const type = "continuity_branched";
  await unit.append([
    createdEvent(child_id, child),
    frameEvent({ stream: threadStream(child_id), type, payload, actor: child.actor }),
  ]);
  return { child_id, ...source };
}

/**
 * What a handoff passes on: a summary text, the id of a stored bundle, or both. The bundle wins:
 * the text is then only recorded with the event.
 */
export interface HandoffContent {
  readonly summary_markdown?: string | undefined;
  readonly summary_artifact_id?: string | undefined;
}

/**
 * Hands a thread over: the child starts from the bundle alone. Everything is checked before
 * anything is written, because a child whose bundle is missing could never be compiled.
 */
export async function handOffThread(
  unit: UnitOfWork,
  parent: { readonly thread: string; readonly cut: BranchPoint; readonly handoff: HandoffContent },
  child: NewChild,
): Promise<ChildThread & { readonly summary_artifact_id: string }> {
  const source = await resolveBranchPoint(unit.tx, parent);
  const { summary_markdown, summary_artifact_id: named } = parent.handoff;
  if (named !== undefined) await checkHandoffArtifact(unit.tx, named);
  else if ((summary_markdown ?? "").trim() === "") throw missingContent();
  const built = named === undefined ? buildHandoffArtifact(summary_markdown ?? "", source) : null;
  const summary_artifact_id = named ?? built?.artifact_id ?? "";
  const child_id = unit.newId();
  const event = frameEvent({
    stream: threadStream(child_id),
    type: "continuity_handoff_created",
    payload: {
      from_thread_id: source.thread_id,
      from_seq: source.seq,
      from_message_id: source.message_id,
      summary_artifact_id,
      ...(summary_markdown === undefined ? {} : { summary_markdown }),
    },
    actor: child.actor,
  });
  await unit.append([createdEvent(child_id, child), withBundle(event, built?.bytes ?? null)]);
  return { child_id, ...source, summary_artifact_id };
}

/**
 * The bundle is stored as a text of the event that names it, so that both are committed together.
 */
function withBundle(event: NewEvent, bytes: Uint8Array | null): NewEvent {
  return bytes === null ? event : { ...event, texts: [...(event.texts ?? []), toText(bytes)] };
}

function missingContent(): HoldallError {
  return new HoldallError("E_USAGE", "Cannot hand over the thread: there is no summary", {
    cure: "add --summary TEXT or --artifact ID",
  });
}

/** Refuses an artifact that the next thread could not begin with. */
async function checkHandoffArtifact(tx: Transaction, id: string): Promise<void> {
  const bytes = await readArtifact(tx, id);
  if (bytes === null) {
    throw new HoldallError("E_NOT_FOUND", `Cannot hand over artifact "${id}": not found`);
  }
  const { schema } = documentTypes["rip.handoff_context_bundle.v1"];
  if (schema.safeParse(parse(bytes)).success) return;
  throw new HoldallError("E_SCHEMA", `Cannot hand over artifact "${id}": not a handoff bundle`);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined; // No JSON, and so no bundle.
  }
}

/** Where a child would leave its parent. */
export async function resolveBranchPoint(
  tx: Transaction,
  { thread, cut }: { readonly thread: string; readonly cut: BranchPoint },
): Promise<SourcePoint> {
  if (cut.message !== undefined && cut.seq !== undefined) {
    throw new HoldallError("E_USAGE", "Cannot branch: both a message and a seq were given", {
      cure: "use either a message or a seq",
    });
  }
  const found = await findThread(tx, thread);
  return cut.message === undefined
    ? atSeq(tx, found, cut.seq)
    : afterMessage(tx, found, cut.message);
}

/**
 * A cut at any event. The message id is the newest message that the child inherits, for display
 * only.
 */
async function atSeq(
  tx: Transaction,
  { thread: { thread_id }, head }: FoundThread,
  seq = head,
): Promise<SourcePoint> {
  if (seq > head) {
    throw new HoldallError(
      "E_USAGE",
      `Cannot branch thread "${thread_id}" at seq ${seq}: its last event is ${head}`,
    );
  }
  const message = await newestMessage(tx, thread_id, seq);
  return { thread_id, seq, message_id: message?.event_id ?? null };
}

/**
 * A finished turn is inherited with its answer: the cut moves after the last start or end of a run
 * that answers the message. A run that is still open is therefore cut before its reply.
 */
async function afterMessage(
  tx: Transaction,
  { thread: { thread_id } }: FoundThread,
  id: string,
): Promise<SourcePoint> {
  const { event_id, seq } = await findMessage(tx, thread_id, id);
  const last = await lastRunSeq(tx, thread_id, event_id);
  return { thread_id, seq: Math.max(seq, last), message_id: event_id };
}
