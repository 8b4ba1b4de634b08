import type { OperationContext } from "../../../runtime/operation-context.ts";
import { auditLines, completeLines } from "../../audit/lines.ts";
import { followRefreshes, type RefreshChain } from "../../bundle/chain.ts";
import type { UnfinishedMark } from "../../bundle/unfinished.ts";
import { memoryLines } from "../../memory/reconcile.ts";
import { AUDIT, EVENTS } from "../../workspace/layout.ts";
import { readAppendOnly } from "../append-only-files.ts";
import { findUnfinished } from "./find-unfinished.ts";
import type { OpenedBundle } from "./open-bundle.ts";

/** The recorded refreshes, compared with the files that are published. */
export interface CheckedChain extends RefreshChain {
  /** The mark of the newest refresh; null when its files were written. */
  readonly mark: UnfinishedMark | null;
  /** Whether the newest refresh has yet to write something. */
  readonly isUnfinished: boolean;
}

/** What is compared with the chain. */
interface Published {
  /** Hash of the curated files. */
  readonly bundle: string;
  /** How many recorded refreshes have yet to be written to the audit file. */
  readonly unwritten: number;
}

/** Follows the recorded refreshes, and compares the newest one with the files. */
export async function checkChain(
  context: OperationContext,
  opened: OpenedBundle,
  { bundle, unwritten }: Published,
): Promise<CheckedChain> {
  const { bytes } = readAppendOnly(opened.root, AUDIT);
  const chain = followRefreshes({
    memory: memoryLines(readAppendOnly(opened.root, EVENTS).bytes),
    audit: auditLines(unwritten > 0 ? completeLines(bytes) : bytes),
  });
  const { newest } = chain;
  const former = newest && { hash: newest.hash, line: newest.sha256 };
  const mark = await findUnfinished(context, opened, former);
  const hasOldFiles = mark !== null && mark.before === bundle && mark.after !== bundle;
  const isUnfinished = hasOldFiles || unwritten > 0;
  if (newest === null || hasOldFiles || newest.hash === bundle)
    return { ...chain, mark, isUnfinished };
  const message = "The files of the bundle are not those whose hash this line records";
  const fault = { file: newest.file, line: newest.line, message };
  return { ...chain, faults: [...chain.faults, fault], mark, isUnfinished };
}
