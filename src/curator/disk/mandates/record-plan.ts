import { pathInside } from "../../../disk/path-inside.ts";
import { appendToFile } from "../../../durable/files.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace } from "../../../runtime/workspace.ts";
import { CURATOR } from "../../files/provenance.ts";
import { recordMandate } from "../../mandates/events.ts";
import type { MandatePlan } from "../../mandates/mandate.ts";
import type { CuratorRecord, Metric } from "../../workspace/record.ts";
import type { Place } from "../workspace.ts";
import { recordMetrics } from "./record-metrics.ts";

/** Where a mandate is recorded, and what with. */
export interface Recording {
  readonly place: Place;
  readonly root: string;
  readonly record: CuratorRecord;
  readonly telemetry: "sql" | "file" | "off";
  /** Measurements besides those of the mandate. */
  readonly metrics?: readonly Metric[];
  /** How long the mandate took, in ms. */
  readonly took: number;
  /** What the mark of the mandate is recognised by; undefined when it publishes nothing. */
  readonly proof: string | undefined;
}

/** Records the mandate where the caller wants it: in the ledger, in a file, or nowhere. */
export async function recordPlan(
  context: OperationContext,
  { place, root, record, telemetry, metrics: further = [], took, proof }: Recording,
  plan: MandatePlan,
): Promise<void> {
  if (telemetry === "off") return;
  const metrics = [
    ...plan.record.metrics,
    ...further,
    ...(plan.record.mandate === "refresh_ai_context" && plan.blocked === null
      ? sizeMetrics(plan, took)
      : []),
  ];
  const workspace = place.config.workspace_id;
  const { at, responsibility } = plan.record;
  if (telemetry === "file") {
    const lines = metrics.map((metric) =>
      JSON.stringify({
        ...metric,
        workspace_id: workspace,
        responsibility_id: responsibility,
        recorded_at: at,
      }),
    );
    const file = pathInside(root, "telemetry/metrics.ndjson");
    appendToFile(file, () => [lines.map((line) => `${line}\n`).join("")]);
    return;
  }
  const actor = { id: CURATOR, origin: "curator" };
  // The only connection that can write, opened when everything is decided.
  await inWorkspace(context, { store: place.store, effect: "write" }, (ledger) =>
    ledger.write(async (unit) => {
      const proven = { ...plan.record, ...(proof !== undefined && { proof }) };
      await recordMandate(unit, { workspace, streamEnd: record.streamEnd, actor }, proven);
      await recordMetrics(unit, { workspace, responsibility, at, actor }, metrics);
    }),
  );
  context.progress(`recorded ${plan.record.mandate} of ${responsibility}`);
}

function sizeMetrics(plan: MandatePlan, took: number) {
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
