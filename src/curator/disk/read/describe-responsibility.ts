import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace } from "../../../runtime/workspace.ts";
import { readStanding } from "../../bundle/metadata.ts";
import { collectRuns } from "../../files/runs.ts";
import { memoryMarkOf } from "../../freshness/watermarks.ts";
import { measureVolume } from "../../hygiene/volume.ts";
import { promptTokens } from "../../mandates/shares.ts";
import { blockingViolation } from "../../model/blocked.ts";
import { classifyModel } from "../../model/classify.ts";
import { PREFERENCES, parsePreferences } from "../../model/preferences-file.ts";
import type { CuratorRecord } from "../../workspace/record.ts";
import { readPolicy } from "../policies.ts";
import { newest, readRecord } from "../read-record.ts";
import type { PlaceInput } from "../workspace.ts";
import { type OpenedBundle, openBundle, reading } from "./open-bundle.ts";
import { type BundleState, readState } from "./read-state.ts";

/** A responsibility at a glance; a fault in its files is part of the answer. */
export async function describeOne(
  context: OperationContext,
  input: PlaceInput & { readonly id: string; readonly now?: string | undefined },
): Promise<z.infer<ReturnType<typeof responsibilityStatusSchema>>> {
  const bundle = await openBundle(context, input);
  const { files, place } = bundle;
  const volume = measureVolume(files);
  const { state, fault } = await stateOf(context, bundle);
  const record = state?.snapshot.record ?? (await recordOf(context, bundle));
  const policy = parsePreferences(files.read(PREFERENCES) ?? "");
  const detected =
    newest([record.detectedModel, collectRuns(files).summary.model])?.model ??
    policy?.last_detected_model ??
    null;
  const isBlocked = state !== null && blockingViolation(state.snapshot.memory.digest) !== null;
  files.save();
  const count = (status: string) =>
    record.requests.filter((request) => request.status === status).length;
  const tokens = state === null ? 0 : promptTokens(state.prompt);
  return {
    responsibility_id: input.id,
    status: record.entry?.status ?? null,
    level: volume.level,
    total_lines: volume.total_lines,
    tokens,
    budget: place.config.load_budget_tokens,
    fault,
    fresh: state?.stale.length === 0,
    stale: [...(state?.stale ?? [])],
    pending: count("pending") + record.morePending,
    accepted: count("accepted"),
    deferred: count("deferred"),
    at_risk: record.sla.at_risk,
    breached: record.sla.breached,
    preferred_model: policy?.preferred_model ?? null,
    detected_model: detected,
    model_class: modelClass(policy, detected, isBlocked),
    model_blocked: isBlocked,
  };
}

/** A violation that nobody decided about remains one, also when another model was seen since. */
function modelClass(
  policy: ReturnType<typeof parsePreferences>,
  detected: string | null,
  isBlocked: boolean,
): string | null {
  if (policy === null) return null;
  return isBlocked ? "violation" : classifyModel(policy, detected ?? "unknown");
}

function recordOf(
  context: OperationContext,
  { place, id, root, at, files }: OpenedBundle,
): Promise<CuratorRecord> {
  const { workspace_id: workspace, recent_activity_max: maxEvents } = place.config;
  const { noted: notesFrom } = memoryMarkOf(readStanding(files));
  const responseSeconds = readPolicy(place, id).queueLatencySeconds;
  const query = { workspace, responsibility: id, at, maxEvents, notesFrom, responseSeconds };
  return inWorkspace(context, reading(place), (ledger) =>
    ledger.read((tx) => readRecord(tx, { ...query, folders: [root, place.root] })),
  );
}

/** Faults of one responsibility, which is shown with them beside the others. */
const faults: readonly string[] = ["E_MEMORY_MUTATED", "E_TOO_LARGE"];

async function stateOf(
  context: OperationContext,
  bundle: OpenedBundle,
): Promise<{ readonly state: BundleState | null; readonly fault: string | null }> {
  try {
    return { state: await readState(context, bundle), fault: null };
  } catch (error) {
    if (!(error instanceof HoldallError) || !faults.includes(error.code)) throw error;
    return { state: null, fault: error.code };
  }
}

/** A responsibility at a glance. */
export const responsibilityStatusSchema = () =>
  z.object({
    responsibility_id: z.string(),
    status: z.string().nullable(),
    level: z.enum(["green", "yellow", "red"]),
    total_lines: z.number(),
    /** What a model reads of it by default. */
    tokens: z.number(),
    budget: z.number(),
    fresh: z.boolean(),
    stale: z.array(z.string()),
    pending: z.number(),
    accepted: z.number(),
    deferred: z.number(),
    at_risk: z.number(),
    breached: z.number(),
    preferred_model: z.string().nullable(),
    detected_model: z.string().nullable(),
    model_class: z.string().nullable(),
    model_blocked: z.boolean(),
    /** Why the responsibility cannot be judged. */
    fault: z.string().nullable(),
  });
