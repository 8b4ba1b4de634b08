/**
 * Runs a mandate: lock, read one snapshot, plan, stage, record, append to the memory, publish. The snapshot is
 * read through a connection that cannot write. Nothing is written before the plan is complete. Staging shows whether
 * the files can be written at all; then comes the ledger, because the file of the memory can be completed from it;
 * the curated files come last and change together.
 */

import { HoldallError } from "../../../base/errors.ts";
import { formatCount } from "../../../base/text/format-count.ts";
import { pathInside } from "../../../disk/path-inside.ts";
import type { Ledger } from "../../../ledger/ledger.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace } from "../../../runtime/workspace.ts";
import { readStanding } from "../../bundle/metadata.ts";
import { collectRuns } from "../../files/runs.ts";
import { memoryMarkOf } from "../../freshness/watermarks.ts";
import type { MandateChoice, MandatePlan } from "../../mandates/mandate.ts";
import { planMandate } from "../../mandates/plan.ts";
import { noteLine } from "../../memory/compaction.ts";
import { keptEvents } from "../../memory/digest.ts";
import type { MemoryMark } from "../../memory/reconcile.ts";
import {
  type Memory,
  type MemoryReading,
  reconcileMemory,
  startsAsRecorded,
} from "../../memory/reconcile.ts";
import type { ModelController } from "../../model/check.ts";
import { BUNDLE, INSIGHTS } from "../../workspace/layout.ts";
import type { CuratorRecord, Metric } from "../../workspace/record.ts";
import { clockOf } from "../../workspace/time.ts";
import { beforeRecording, keepForNextRun } from "../complete-recorded.ts";
import { keepConfig } from "../kept-config.ts";
import { readKeptDigest, writeKeptDigest } from "../kept-digest.ts";
import { withLock } from "../lock.ts";
import { readMemory } from "../memory-file.ts";
import { readPolicy } from "../policies.ts";
import { finishPublication } from "../publish.ts";
import { reading } from "../read/open-bundle.ts";
import { newest, readRecord } from "../read-record.ts";
import { diskFiles } from "../responsibility-files.ts";
import {
  curatorFolder,
  openPlace,
  type Place,
  type PlaceInput,
  responsibilityRoot,
} from "../workspace.ts";
import { completePlan, preparePlan, type Site } from "./complete-plan.ts";
import type { MandateOutput } from "./mandate-result.ts";
import { recordPlan } from "./record-plan.ts";

/** What a mandate is run with. */
export interface MandateRequest extends PlaceInput {
  readonly id: string;
  readonly now?: string | undefined;
  readonly telemetry: "sql" | "file" | "off";
  readonly dryRun?: boolean;
  readonly detected?: string | undefined;
  readonly forMandate?: string | undefined;
  readonly isBoot?: boolean;
  readonly override?: { readonly reason: string; readonly by: string } | null;
  /** The steward's id, when it accepts a memory whose earlier lines changed. */
  readonly acceptMemoryBy?: string | undefined;
  readonly controller?: ModelController | null;
  /** Lines that the memory gets besides those of the mandate, for the time of the run. */
  readonly notes?: (at: string) => readonly string[];
  /** Measurements besides those of the mandate. */
  readonly metrics?: readonly Metric[];
  /** How long to wait for another process that works on the same responsibility. */
  readonly waitMs?: number;
}

/** How often a run begins again because others wrote to the ledger meanwhile. */
const MAX_TRIES = 5;

/** Runs a mandate on one responsibility. */
export async function runMandate(
  context: OperationContext,
  request: MandateRequest,
  choice: MandateChoice,
): Promise<MandateOutput> {
  const place = openPlace(context, request);
  requireGrant(place, request.id);
  requireSteward(place, request.override?.by ?? request.acceptMemoryBy);
  const root = responsibilityRoot(place, request.id);
  const folder = curatorFolder(place, request.id);
  const what = `run ${choice.mandate} on "${request.id}"`;
  return withLock(folder, { what, waitMs: request.waitMs ?? 0 }, async () => {
    finishPublication({ folder, target: pathInside(root, BUNDLE) });
    const files = diskFiles(root, folder);
    const run = (ledger: Ledger) =>
      attempt(context, { place, root, folder, files, ledger }, request, choice);
    const output = await inWorkspace(context, reading(place), run);
    keepForNextRun(() => files.save());
    keepConfig(place.root, place);
    return output;
  });
}

async function attempt(
  context: OperationContext,
  site: Site,
  request: MandateRequest,
  choice: MandateChoice,
): Promise<MandateOutput> {
  for (let left = MAX_TRIES; ; left--) {
    try {
      return await perform(context, site, request, choice);
    } catch (error) {
      const isRace = error instanceof HoldallError && error.code === "E_CONFLICT";
      if (!isRace || left === 0) throw error;
    }
  }
}

async function perform(
  context: OperationContext,
  { place, root, folder, files, ledger }: Site,
  request: MandateRequest,
  choice: MandateChoice,
): Promise<MandateOutput> {
  const { config } = place;
  const started = performance.now();
  const at = clockOf(request.now, context.now);
  const standing = readStanding(files);
  const mark = memoryMarkOf(standing);
  const policy = readPolicy(place, request.id);
  const query = { workspace: config.workspace_id, responsibility: request.id, at };
  const record = await ledger.read((tx) =>
    readRecord(tx, {
      ...query,
      maxEvents: config.recent_activity_max,
      folders: [root, place.root],
      notesFrom: mark.noted,
      responseSeconds: policy.queueLatencySeconds,
    }),
  );
  requireActive(record, request.id);
  const file = readMemory(root);
  const memory = openMemory(file.bytes, mark, request, {
    notes: record.notes,
    keep: keptEvents(config.recent_activity_max),
    kept: readKeptDigest(folder, file),
  });
  const plan = await planMandate(
    {
      files,
      record,
      memory,
      config,
      at,
      responsibility: request.id,
      detected:
        request.detected ??
        newest([record.detectedModel, collectRuns(files).summary.model])?.model ??
        process.env.AI_RUNTIME_MODEL ??
        "unknown",
      forMandate: request.forMandate ?? null,
      isBoot: request.isBoot ?? false,
      controller: request.dryRun === true ? null : (request.controller ?? null),
      override: request.override ?? null,
      graceSeconds: policy.modelGraceSeconds ?? config.model_grace_seconds,
      policyHash: policy.sha256,
      extraNotes: [
        ...(request.notes?.(at) ?? []),
        ...acceptedLine(request, { mark, memory }, at),
        ...policyLine(request.id, { before: standing?.policy_sha256, now: policy.sha256, at }),
      ],
      recordsNotes: request.telemetry === "sql",
    },
    choice,
  );
  let kept: string | null = null;
  if (request.dryRun !== true) {
    const took = Math.round(performance.now() - started);
    const site = { place, root, folder, files, ledger };
    const prepared = await beforeRecording(`${choice.mandate} of "${request.id}"`, () =>
      preparePlan(site, { plan, memory }),
    );
    const recording = { place, root, record, took, ...request, proof: prepared.proof };
    await recordPlan(context, recording, plan).catch((error: unknown) => {
      prepared.discard();
      throw error;
    });
    const isRecorded = request.telemetry === "sql";
    const done = { id: request.id, isRecorded, choice, plan, prepared };
    kept = await completePlan({ root, folder }, done);
    keepForNextRun(() => writeKeptDigest(folder, file, plan.memory));
  }
  return toOutput(plan, choice, { id: request.id, at, kept });
}

function toOutput(
  plan: MandatePlan,
  { mandate }: MandateChoice,
  { id, at, kept }: { readonly id: string; readonly at: string; readonly kept: string | null },
): MandateOutput {
  const { model } = plan;
  return {
    mandate,
    responsibility_id: id,
    at,
    kept,
    blocked: plan.blocked,
    changed: [...plan.changed, ...(plan.insights === null ? [] : [INSIGHTS])],
    unchanged: [...plan.unchanged],
    warnings: [...plan.warnings],
    hashes: { ...plan.hashes },
    level: plan.volume?.level ?? null,
    model:
      model === null
        ? null
        : {
            class: model.class,
            status: model.status,
            preferred: model.preferred,
            required: model.required,
            detected: model.detected,
            outcome: model.outcome,
            message: model.message,
          },
  };
}

/** The memory as it is, unless lines that were recorded have changed and nobody accepted that. */
function openMemory(
  bytes: Uint8Array,
  mark: MemoryMark,
  { acceptMemoryBy }: MandateRequest,
  reading: MemoryReading,
): Memory {
  if (acceptMemoryBy === undefined || startsAsRecorded(bytes, mark)) {
    return reconcileMemory(bytes, mark, reading);
  }
  const start = { ...mark, bytes: 0, sha256: EMPTY, last_line: 0 };
  const memory = reconcileMemory(bytes, start, { ...reading, kept: null });
  // Lines from before are known or were changed by the person who accepts them: none is new.
  return { ...memory, added: [] };
}

/** The line that records who accepted a changed memory. */
function acceptedLine(
  { acceptMemoryBy: by, id }: MandateRequest,
  { mark, memory }: { readonly mark: MemoryMark; readonly memory: Memory },
  at: string,
): readonly string[] {
  if (by === undefined || memory.mark === mark) return []; // Nothing had changed.
  const facts = { responsibility: id, by, clause: "context.audit" };
  const text = `earlier lines were changed; ${formatCount(mark.last_line, "line")} had been recorded`;
  return [noteLine(at, "memory_accepted", facts, text)];
}

/** The line that records which policy is in force from now on, when it is another one than before. */
function policyLine(
  responsibility: string,
  {
    before,
    now,
    at,
  }: { readonly before: unknown; readonly now: string | null; readonly at: string },
): readonly string[] {
  const known = typeof before === "string" ? before : null;
  if (known === now) return [];
  const shown = (hash: string | null) => (hash === null ? "none" : `sha256:${hash}`);
  const facts = { responsibility, policy: shown(now), prev: shown(known) };
  return [noteLine(at, "policy_changed", facts, "the effective policy is another one")];
}

const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function requireActive({ entry }: CuratorRecord, id: string): void {
  if (entry?.status !== "retired") return;
  throw new HoldallError("E_STATE", `Cannot refresh "${id}": the responsibility is retired`);
}

/** The curator writes into the folder of a responsibility only where the workspace granted it. */
function requireGrant({ config }: Place, id: string): void {
  const { curator_grants: grants } = config;
  if (grants.includes("*") || grants.includes(id)) return;
  throw new HoldallError(
    "E_PROTECTED",
    `Cannot write for "${id}": the curator has no grant for it`,
    {
      cure: `add "${id}" to curator_grants in ros.config.yaml`,
    },
  );
}

function requireSteward({ config }: Place, by: string | undefined): void {
  if (by === undefined || by === config.steward_responsibility_id) return;
  throw new HoldallError(
    "E_NOT_STEWARD",
    `Cannot override as "${by}": the steward is "${config.steward_responsibility_id}"`,
    { cure: `let the steward decide, with --by ${config.steward_responsibility_id}` },
  );
}
