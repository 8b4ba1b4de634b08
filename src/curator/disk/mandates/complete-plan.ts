/** The files of a mandate: prepared before it is recorded, written afterwards. */

import { pathInside } from "../../../disk/path-inside.ts";
import { requireAppendable } from "../../../disk/require-writable.ts";
import type { Ledger } from "../../../ledger/ledger.ts";
import { bundleHash } from "../../bundle/hash.ts";
import { readBundleTexts } from "../../bundle/texts.ts";
import { newestMark, proofOf } from "../../bundle/unfinished.ts";
import type { MandateChoice, MandatePlan } from "../../mandates/mandate.ts";
import { type Memory, memoryLines } from "../../memory/reconcile.ts";
import { BUNDLE, EVENTS, INSIGHTS } from "../../workspace/layout.ts";
import { completeRecorded } from "../complete-recorded.ts";
import { appendInsights, appendMemory } from "../memory-file.ts";
import { discard, keepBlocked, publish, type StagedFiles, stage } from "../publish.ts";
import type { DiskFiles } from "../responsibility-files.ts";
import { clearMarks, markUnfinished, readMarksIn, unmark } from "../unfinished.ts";
import type { Place } from "../workspace.ts";

/** Where a mandate works. */
export interface Site {
  readonly place: Place;
  readonly root: string;
  /** Where locks, staging and caches are. */
  readonly folder: string;
  readonly files: DiskFiles;
  readonly ledger: Ledger;
}

/** A plan whose files are on disk and not yet in place. */
export interface PreparedPlan {
  readonly staged: StagedFiles;
  /** What the ledger records to recognise the mark by. */
  readonly proof: string | undefined;
  /** Removes what was prepared. */
  discard(): void;
}

/** Refuses a plan whose files cannot be written, and stages them. */
export async function preparePlan(
  site: Site,
  { plan, memory }: { readonly plan: MandatePlan; readonly memory: Memory },
): Promise<PreparedPlan> {
  const { root, folder } = site;
  if (plan.append.length > 0) requireAppendable(root, EVENTS);
  if (plan.insights !== null) requireAppendable(root, INSIGHTS);
  const publication = { folder, target: pathInside(root, BUNDLE) };
  const after = plan.record.bundleHash;
  const staged = stage(publication, plan.blocked === null ? plan.publish : new Map());
  const isMarked = staged.files.size > 0 && after !== null;
  const before = isMarked ? await hashBefore(site, plan, memory) : null;
  const mark = isMarked ? markUnfinished(folder, { before, after }) : null;
  return {
    staged,
    proof: mark === null ? undefined : proofOf(mark),
    discard() {
      discard(publication, staged);
      if (mark !== null) unmark(folder, mark);
    },
  };
}

/**
 * The hash of the files that are replaced, if they are those of the last refresh, or of the one before an unfinished
 * one. Whatever else somebody made of them stays an alteration, also when this refresh is not finished.
 */
async function hashBefore(
  { place, folder, files, ledger }: Site,
  { record }: MandatePlan,
  memory: Memory,
): Promise<string | null> {
  const hash = bundleHash(readBundleTexts(files));
  const { refresh } = memory.digest;
  if (refresh === null || refresh.hash === hash) return hash;
  const owner = { workspace: place.config.workspace_id, responsibility: record.responsibility };
  const known = { owner, memory: memoryLines(memory.bytes) };
  const earlier = await ledger.read((tx) => newestMark(tx, readMarksIn(folder), known));
  return earlier?.before === hash ? hash : null;
}

interface RecordedPlan {
  readonly id: string;
  /** Whether the ledger has it; else the run can be repeated as if nothing had happened. */
  readonly isRecorded: boolean;
  readonly choice: MandateChoice;
  readonly plan: MandatePlan;
  readonly prepared: PreparedPlan;
}

/** Writes the files of a mandate that is recorded. Returns where those are that may not be published. */
export async function completePlan(
  { root, folder }: Pick<Site, "root" | "folder">,
  { id, isRecorded, choice, plan, prepared }: RecordedPlan,
): Promise<string | null> {
  const { insights, blocked } = plan;
  let kept: string | null = null;
  const write = () => {
    const publication = { folder, target: pathInside(root, BUNDLE) };
    appendMemory(root, plan.append);
    if (insights !== null) appendInsights(root, insights);
    if (blocked !== null) kept = keepBlocked(publication, plan.publish);
    else {
      publish(publication, prepared.staged);
      clearMarks(folder);
    }
  };
  const verb = choice.compacts ? "compact" : "refresh";
  const what = `${choice.mandate} of "${id}"`;
  const step = { write, completedBy: `holdall context ${verb} ${id}` };
  if (isRecorded) await completeRecorded(what, [step]);
  else write();
  return kept;
}
