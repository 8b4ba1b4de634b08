/**
 * Runs a mandate: lock, read one snapshot, plan, stage, record, write. Nothing is written before the plan is
 * complete. Staging shows whether the files can be written at all; then comes the ledger, because the file of the
 * memory can be completed from it; the curated files come last and change together.
 */

import { HoldallError } from "../../../base/errors.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import type { MandateChoice, MandateOrder } from "../../mandates/mandate.ts";
import { planMandate } from "../../mandates/plan.ts";
import { formatMemoryLine } from "../../memory/line.ts";
import { BUNDLE } from "../../workspace/layout.ts";
import { keepForNextRun } from "../complete-recorded.ts";
import { keepConfig } from "../kept-config.ts";
import { writeKeptDigest } from "../kept-digest.ts";
import { withLock } from "../lock.ts";
import { finishPublication, hasJournal, publishPlaceOf } from "../publish.ts";
import { ledgerReader } from "../read/open-bundle.ts";
import { type MandateSnapshot, readSnapshot } from "../read/read-snapshot.ts";
import type { ReadBundle } from "../read/read-state.ts";
import { diskFiles } from "../responsibility-files.ts";
import type { MandateRequest } from "./mandate-request.ts";
import { describeResult, type MandateOutput } from "./mandate-result.ts";
import { openSite, type Site } from "./open-site.ts";
import { readAudit } from "./read-audit.ts";
import { recordPlan } from "./record-plan.ts";
import { discardStaged, stagePlan } from "./stage-plan.ts";
import { writePlan } from "./write-plan.ts";

/** How often a run begins again because others wrote to the ledger meanwhile. */
const MAX_RETRIES = 5;

/** Runs a mandate on one responsibility. */
export async function runMandate(
  context: OperationContext,
  request: MandateRequest,
  choice: MandateChoice,
): Promise<MandateOutput> {
  return (await runAndRead(context, request, choice)).output;
}

/** A mandate that was run. */
export interface MandateRun {
  readonly output: MandateOutput;
  /** What it was planned from. */
  readonly snapshot: MandateSnapshot;
  /** Whether the inputs are still so: a mandate may add to the memory and the insights. */
  readonly isCurrent: boolean;
}

/**
 * Runs a mandate for a caller that goes on with the inputs. What the caller has read already is not read again, unless
 * others have recorded something since.
 */
export async function runAndRead(
  context: OperationContext,
  request: MandateRequest,
  choice: MandateChoice,
  opened: ReadBundle | null = null,
): Promise<MandateRun> {
  const site = openSite(context, request, opened?.bundle.place);
  const { place, folder, id } = site;
  const what = `run ${choice.mandate} on "${id}"`;
  return withLock(folder, { what, waitMs: request.waitMs ?? 0 }, async () => {
    let known = hasJournal(folder) ? null : (opened?.snapshot ?? null);
    finishPublication(publishPlaceOf(site));
    const run = await retryConflicts(() => {
      const snapshot = known;
      known = null;
      return perform(context, { site, snapshot }, request, choice);
    });
    // The caller goes on with its own files, and keeps what it found.
    if (run.snapshot !== opened?.snapshot) keepForNextRun(() => run.snapshot.files.save());
    keepConfig(place.root, place);
    return run;
  });
}

async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = MAX_RETRIES; ; left--) {
    try {
      return await work();
    } catch (error) {
      const isConflict = error instanceof HoldallError && error.code === "E_CONFLICT";
      if (!isConflict || left === 0) throw error;
    }
  }
}

/** What a run works with. */
interface OpenedSite {
  readonly site: Site;
  /** What was read already; null if it has to be read. */
  readonly snapshot: MandateSnapshot | null;
}

async function perform(
  context: OperationContext,
  { site, snapshot: known }: OpenedSite,
  request: MandateRequest,
  choice: MandateChoice,
): Promise<MandateRun> {
  const started = performance.now();
  const { place, root, folder } = site;
  const read = ledgerReader(context, place);
  const snapshot =
    known ?? (await readSnapshot(context, site, { files: diskFiles(root, folder), read }, request));
  if (snapshot.record.entry?.status === "retired") {
    throw new HoldallError("E_STATE", `Cannot refresh "${site.id}": the responsibility is retired`);
  }
  const inputs = { ...snapshot, audit: await readAudit(site, read, snapshot) };
  const plan = await planMandate(inputs, orderOf(request, snapshot), choice);
  if (request.dryRun === true) {
    return { output: describeResult(plan, null), snapshot, isCurrent: true };
  }
  const took = Math.round(performance.now() - started);
  const staged = await stagePlan(site, read, inputs, plan);
  try {
    await recordPlan(context, site, plan, {
      telemetry: request.telemetry,
      metrics: request.metrics,
      took,
      streamEnd: snapshot.record.streamEnd,
      mark: staged.mark,
    });
  } catch (error) {
    discardStaged(site, staged);
    throw error;
  }
  const blockedIn = await writePlan(site, plan, staged, request);
  keepForNextRun(() => writeKeptDigest(folder, snapshot.memoryFile, plan.memory));
  snapshot.files.forget(BUNDLE);
  const isCurrent = plan.append.length === 0 && plan.insights === null;
  return { output: describeResult(plan, blockedIn), snapshot, isCurrent };
}

function orderOf(request: MandateRequest, { at, changes }: MandateSnapshot): MandateOrder {
  const { notes = [], controller = null, dryRun = false } = request;
  return {
    forMandate: request.forMandate ?? null,
    isBoot: request.isBoot ?? false,
    controller: dryRun ? null : controller,
    override: request.override ?? null,
    notes: [...notes, ...changes].map((line) => formatMemoryLine({ ...line, at })),
    recordsNotes: request.telemetry === "sql",
  };
}
