/** Stages the files of a mandate before it is recorded: what cannot be written is refused while nothing is recorded. */

import { requireAppendable } from "../../../disk/require-writable.ts";
import type { Ledger } from "../../../ledger/ledger.ts";
import { bundleHash } from "../../bundle/hash.ts";
import { readBundleTexts } from "../../bundle/texts.ts";
import { newestMark, type UnfinishedMark } from "../../bundle/unfinished.ts";
import type { MandatePlan, PublishingSnapshot } from "../../mandates/mandate.ts";
import { AUDIT, EVENTS, INSIGHTS } from "../../workspace/layout.ts";
import { beforeRecording } from "../complete-recorded.ts";
import { discard, publishPlaceOf, type StagedFiles, stage } from "../publish.ts";
import { markUnfinished, readMarksIn, unmark } from "../unfinished.ts";
import type { Site } from "./open-site.ts";

/** A plan whose files are on disk and not yet in place. */
export interface StagedPlan {
  readonly files: StagedFiles;
  /** What is there until the files are in place; null when none is published. */
  readonly mark: UnfinishedMark | null;
}

/** Stages the files of a plan and marks the refresh as unfinished. */
export function stagePlan(
  site: Site,
  read: Ledger["read"],
  snapshot: PublishingSnapshot,
  plan: MandatePlan,
): Promise<StagedPlan> {
  const { root, folder, id } = site;
  return beforeRecording(`${plan.record.mandate} of "${id}"`, async () => {
    if (plan.append.length > 0) requireAppendable(root, EVENTS);
    if (plan.insights !== null) requireAppendable(root, INSIGHTS);
    if (plan.audit.length > 0) requireAppendable(root, AUDIT);
    const files = stage(publishPlaceOf(site), plan.blocked === null ? plan.publish : new Map());
    const after = plan.record.bundleHash;
    if (files.files.size === 0 || after === null) return { files, mark: null };
    const before = await hashBefore(folder, read, snapshot);
    return { files, mark: markUnfinished(folder, { before, after }) };
  });
}

/** Removes what was staged for a plan that could not be recorded. */
export function discardStaged(site: Site, { files, mark }: StagedPlan): void {
  discard(publishPlaceOf(site), files);
  if (mark !== null) unmark(site.folder, mark);
}

/**
 * The hash of the files that are replaced, if they are those of the last refresh, or of the one before an unfinished
 * one. Whatever else somebody made of them stays an alteration, also when this refresh is not finished.
 */
async function hashBefore(
  folder: string,
  read: Ledger["read"],
  { files, audit: { newest }, config, responsibility }: PublishingSnapshot,
): Promise<string | null> {
  const hash = bundleHash(readBundleTexts(files));
  if (newest === null || newest.hash === hash) return hash;
  const owner = { workspace: config.workspace_id, responsibility };
  const earlier = await read((tx) => newestMark(tx, readMarksIn(folder), { owner, newest }));
  return earlier?.before === hash ? hash : null;
}
