import { sha256 } from "../base/hash.ts";
import type { ThreadBase } from "../compile/strategies/strategy.ts";
import { readStream } from "../ledger/read.ts";
import { readTexts } from "../ledger/text-lookup.ts";
import { isTextRef } from "../model/event.ts";
import { serialiseDocument } from "../model/serialise-document.ts";
import type { Transaction } from "../stores/store.ts";
import type { Lineage } from "./lineage.ts";
import { threadStream } from "./stream.ts";
import type { ThreadRow } from "./tables/threads.ts";

/** The bundle that a handoff passes to the next thread. */
export interface HandoffArtifact {
  readonly artifact_id: string;
  readonly bytes: Uint8Array;
}

/** The committed state as a compile shows it: an artifact that contains its rendering. */
export interface ShownState {
  readonly artifact_id: string;
  readonly state_hash: string;
  /** Its size. */
  readonly bytes: number;
  /** The rendering, if it may not be stored yet; null in a recompute. */
  readonly content: Uint8Array | null;
}

/** Where a handoff was cut. */
export interface SourcePoint {
  readonly thread_id: string;
  readonly seq: number;
  readonly message_id: string | null;
}

/**
 * Builds the bundle of a handoff: the summary, and where it was cut. The same input gives the same
 * bytes, and so the same artifact id.
 */
export function buildHandoffArtifact(
  summary_markdown: string,
  source: SourcePoint,
): HandoffArtifact {
  const bytes = serialiseDocument({
    schema: "rip.handoff_context_bundle.v1",
    summary_markdown,
    refs: { threads: [{ ...source, note: "source cut" }], artifacts: [], files: [] },
  });
  return { artifact_id: sha256(bytes), bytes };
}

/**
 * What a conversation starts with. A handoff of an imported log may carry a text only; its bundle
 * is then built here, deterministically, and stored with the first compile that refers to it.
 */
export async function resolveBase(
  tx: Transaction,
  { base, handoffThread }: Lineage,
): Promise<{ readonly base: ThreadBase | null; readonly handoff: HandoffArtifact | null }> {
  if (handoffThread === null || base === null || base.artifact_id !== undefined) {
    return { base, handoff: null };
  }
  const handoff = buildHandoffArtifact(await handoffSummary(tx, handoffThread), {
    thread_id: base.thread_id,
    seq: base.seq,
    message_id: handoffThread.parent_message_id,
  });
  return { base: { ...base, artifact_id: handoff.artifact_id }, handoff };
}

async function handoffSummary(tx: Transaction, { thread_id }: ThreadRow): Promise<string> {
  const [event] = await readStream(tx, threadStream(thread_id), { from: 1, limit: 1 });
  const summary = event?.body.summary_markdown;
  return isTextRef(summary) ? (await readTexts(tx, [summary.sha256])).require(summary.sha256) : "";
}
