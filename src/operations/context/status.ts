import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { readStanding } from "../../curator/bundle/metadata.ts";
import { readPolicy } from "../../curator/disk/policies.ts";
import { listResponsibilities, openPlace, type PlaceInput } from "../../curator/disk/workspace.ts";
import { collectRuns } from "../../curator/files/runs.ts";
import { memoryMarkOf } from "../../curator/freshness/watermarks.ts";
import { measureVolume } from "../../curator/hygiene/volume.ts";
import { blockingViolation } from "../../curator/model/blocked.ts";
import { classifyModel } from "../../curator/model/classify.ts";
import { PREFERENCES, parsePreferences } from "../../curator/model/preferences-file.ts";
import {
  type BundleState,
  compareMarks,
  type OpenedBundle,
  openBundle,
  reading,
} from "../../curator/refreshing/open-bundle.ts";
import { newest, readRecord } from "../../curator/refreshing/read-record.ts";
import type { CuratorRecord } from "../../curator/workspace/record.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

export default defineOperation({
  name: "context status",
  summary: "Show volume, freshness, open requests and model of every responsibility",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.status", sets: ["context"] },
  positionals: ["id"],
  examples: ["context status"],
  input: z.object({
    id: responsibilityId.optional().describe("Responsibility (default: all)"),
    ...placeInput,
  }),
  output: () =>
    z.object({
      workspace_id: z.string(),
      steward: z.string(),
      responsibilities: z.array(
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
        }),
      ),
    }),
  async run(context, input) {
    const place = openPlace(context, input);
    const ids = input.id === undefined ? listResponsibilities(place) : [input.id];
    const responsibilities = [];
    for (const id of ids) responsibilities.push(await describeOne(context, { ...input, id }));
    const { workspace_id, steward_responsibility_id: steward } = place.config;
    return { workspace_id, steward, responsibilities };
  },
});

async function describeOne(
  context: OperationContext,
  input: PlaceInput & { readonly id: string; readonly now?: string | undefined },
) {
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
