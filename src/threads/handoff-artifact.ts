import { sha256 } from "../base/hash.ts";
import type { Base } from "../compile/strategies/strategy.ts";
import { readStream } from "../ledger/read.ts";
import { readTexts } from "../ledger/text-lookup.ts";
import { isTextRef } from "../model/event.ts";
import { serialiseDocument } from "../model/serialise-document.ts";
import type { Transaction } from "../stores/store.ts";
import type { Lineage } from "./lineage.ts";
import { streamOf } from "./stream.ts";
import type { ThreadRow } from "./tables/threads.ts";

/** The bundle that a handoff gives to the next thread. */
export interface HandedBundle {
  readonly artifact_id: string;
  readonly bytes: Uint8Array;
}

/** The committed state as a compile shows it: an artifact that holds its rendering. */
export interface StateShown {
  readonly artifact_id: string;
  readonly state_hash: string;
  /** Its size. */
  readonly bytes: number;
  /** The rendering, when it may not be kept yet; null when a recorded compile is made again. */
  readonly content: Uint8Array | null;
}

/** Where a handoff was cut. */
export interface SourceCut {
  readonly thread_id: string;
  readonly seq: number;
  readonly message_id: string | null;
}

/** Makes the bundle of a handoff: the summary, and where it came from. */
export function handedBundle(summary_markdown: string, source: SourceCut): HandedBundle {
  const bytes = serialiseDocument({
    schema: "rip.handoff_context_bundle.v1",
    summary_markdown,
    refs: { threads: [{ ...source, note: "source cut" }], artifacts: [], files: [] },
  });
  return { artifact_id: sha256(bytes), bytes };
}

/** What a conversation begins with. A foreign handoff may have given only words: their bundle is made here. */
export async function openBase(
  tx: Transaction,
  { base, handedTo }: Lineage,
): Promise<{ readonly base: Base | null; readonly handed: HandedBundle | null }> {
  if (handedTo === null || base === null || base.artifact_id !== undefined) {
    return { base, handed: null };
  }
  const handed = handedBundle(await handedWords(tx, handedTo), {
    thread_id: base.thread_id,
    seq: base.seq,
    message_id: handedTo.parent_message_id,
  });
  return { base: { ...base, artifact_id: handed.artifact_id }, handed };
}

async function handedWords(tx: Transaction, { thread_id }: ThreadRow): Promise<string> {
  const [event] = await readStream(tx, streamOf(thread_id), { from: 1, limit: 1 });
  const words = event?.body.summary_markdown;
  return isTextRef(words) ? (await readTexts(tx, [words.sha256])).require(words.sha256) : "";
}
