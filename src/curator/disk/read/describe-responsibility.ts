import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json/value.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace } from "../../../runtime/workspace.ts";
import { readStanding } from "../../bundle/metadata.ts";
import { collectRuns } from "../../files/runs.ts";
import { memoryMarkOf } from "../../freshness/watermarks.ts";
import { measureVolume } from "../../hygiene/volume.ts";
import { blockingViolation } from "../../model/blocked.ts";
import { classifyModel } from "../../model/classify.ts";
import { PREFERENCES, parsePreferences } from "../../model/preferences-file.ts";
import type { CuratorRecord } from "../../workspace/record.ts";
import { readPolicy } from "../policies.ts";
import { newest, readRecord } from "../read-record.ts";
import type { PlaceInput } from "../workspace.ts";
import type { BundleState, OpenedBundle } from "./open-bundle.ts";
import { compareMarks, openBundle, reading } from "./open-bundle.ts";

/** A responsibility at a glance; a fault in its files is part of the answer. */
export async function describeOne(
  context: OperationContext,
  input: PlaceInput & { readonly id: string; readonly now?: string | undefined },
): Promise<z.infer<ReturnType<typeof responsibilityStatusSchema>>> {
  const bundle = await openBundle(context, input);
  const { files } = bundle;
  const volume = measureVolume(files);
  const standing = readStanding(files);
  const record = await recordOf(context, bundle, standing);
  const { state, fault } = stateOf(bundle, standing, record);
  const policy = parsePreferences(files.read(PREFERENCES) ?? "");
  const detected =
    newest([record.detectedModel, collectRuns(files).summary.model])?.model ??
    policy?.last_detected_model ??
    null;
  files.save();
  const count = (status: string) =>
    record.requests.filter((request) => request.status === status).length;
  return {
    responsibility_id: input.id,
    status: record.entry?.status ?? null,
    level: volume.level,
    total_lines: volume.total_lines,
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
    model_class: policy === null ? null : classifyModel(policy, detected ?? "unknown"),
    model_blocked: state !== null && blockingViolation(state.memory.digest) !== null,
  };
}

function recordOf(
  context: OperationContext,
  { place, id, root, at }: OpenedBundle,
  standing: JsonObject | null,
): Promise<CuratorRecord> {
  const { workspace_id: workspace, recent_activity_max: maxEvents } = place.config;
  const { noted: notesFrom } = memoryMarkOf(standing);
  const responseSeconds = readPolicy(place, id).queueLatencySeconds;
  const query = { workspace, responsibility: id, at, maxEvents, notesFrom, responseSeconds };
  return inWorkspace(context, reading(place), (ledger) =>
    ledger.read((tx) => readRecord(tx, { ...query, folders: [root, place.root] })),
  );
}

/** A responsibility whose memory was altered is shown with its fault, beside the others. */
function stateOf(
  bundle: OpenedBundle,
  standing: JsonObject | null,
  record: CuratorRecord,
): { readonly state: BundleState | null; readonly fault: string | null } {
  try {
    return { state: compareMarks(bundle, standing, record), fault: null };
  } catch (error) {
    if (!(error instanceof HoldallError) || error.code !== "E_MEMORY_MUTATED") throw error;
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
