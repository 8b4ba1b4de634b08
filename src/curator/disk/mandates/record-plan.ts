import { pathInside } from "../../../disk/path-inside.ts";
import { appendToFile } from "../../../durable/files.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace } from "../../../runtime/workspace.ts";
import { proofOf, type UnfinishedMark } from "../../bundle/unfinished.ts";
import { CURATOR } from "../../files/provenance.ts";
import { recordMandate } from "../../mandates/events.ts";
import type { MandatePlan } from "../../mandates/mandate.ts";
import type { Metric } from "../../workspace/record.ts";
import type { Site } from "./open-site.ts";
import { recordMetrics } from "./record-metrics.ts";

/** Where a mandate is recorded, and what with. */
export interface Recording {
  readonly telemetry: "sql" | "file" | "off";
  /** Measurements besides those of the mandate. */
  readonly metrics?: readonly Metric[] | undefined;
  /** How long the mandate took, in ms. */
  readonly took: number;
  /** How many events the stream of the responsibility had when it was read. */
  readonly streamEnd: number;
  /** The mark of the refresh; null when it publishes nothing. */
  readonly mark: UnfinishedMark | null;
}

/** Records the mandate where the caller wants it: in the ledger, in a file, or nowhere. */
export async function recordPlan(
  context: OperationContext,
  { place, id, root }: Site,
  plan: MandatePlan,
  { telemetry, metrics: further = [], took, streamEnd, mark }: Recording,
): Promise<void> {
  if (telemetry === "off") return;
  const { mandate, at } = plan.record;
  const isPublished = mandate === "refresh_ai_context" && plan.blocked === null;
  const sizes = isPublished ? sizeMetrics(plan, took) : [];
  const metrics = [...plan.record.metrics, ...further, ...sizes, heartbeat(mandate)];
  const workspace = place.config.workspace_id;
  if (telemetry === "file") {
    const owner = { workspace_id: workspace, responsibility_id: id, recorded_at: at };
    const lines = metrics.map((metric) => `${JSON.stringify({ ...metric, ...owner })}\n`);
    appendToFile(pathInside(root, "telemetry/metrics.ndjson"), () => [lines.join("")]);
    return;
  }
  const actor = { id: CURATOR, origin: "curator" };
  const record = { ...plan.record, ...(mark === null ? {} : { proof: proofOf(mark) }) };
  // The only connection that can write, opened when everything is decided.
  await inWorkspace(context, { store: place.store, effect: "write" }, (ledger) =>
    ledger.write(async (unit) => {
      await recordMandate(unit, { workspace, streamEnd, actor }, record);
      await recordMetrics(unit, { workspace, responsibility: id, at, actor }, metrics);
    }),
  );
  context.progress(`recorded ${mandate} of ${id}`);
}

/** One measurement for each run of the curator. */
function heartbeat(mandate: string): Metric {
  const clause = "runtime.uptime";
  return { name: "heartbeat", value: 1, unit: "count", status: "ok", clause, context: { mandate } };
}

function sizeMetrics(plan: MandatePlan, took: number): readonly Metric[] {
  const clause = "runtime.telemetry_reporting";
  const common = { status: "ok" as const, clause, window: "PT0S" };
  return [
    {
      name: "bundle_refresh_ms",
      value: took,
      unit: "ms",
      ...common,
      context: { hash: plan.record.bundleHash, changed: [...plan.changed] },
    },
    ...[...plan.publish].map(([file, text]) => ({
      name: "context_file_bytes",
      value: Buffer.byteLength(text),
      unit: "bytes",
      ...common,
      context: { file, hash: plan.hashes[file.replace(/\.md$/, "")] ?? null },
    })),
  ];
}
