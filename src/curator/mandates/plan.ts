/**
 * What a mandate writes, decided before anything is written: the files of the bundle, lines of the
 * memory, measurements. A plan is a function of its inputs; the same inputs and the same time give
 * the same bytes.
 */

import { damagedFrontMatter } from "../files/check-sources.ts";
import { queueMetrics, slaAlerts } from "../memory/alerts.ts";
import { compactLines } from "../memory/compaction.ts";
import { readLines } from "../memory/reconcile.ts";
import { checkModel, type ModelCheck } from "../model/check.ts";
import { INSIGHTS } from "../workspace/layout.ts";
import type { Metric, TelemetryIds } from "../workspace/record.ts";
import { buildWithinLimits, type JudgedFiles } from "./build-within-limits.ts";
import type {
  MandateChoice,
  MandateOrder,
  MandatePlan,
  PublishingSnapshot,
  Snapshot,
} from "./mandate.ts";
import { blockedPlan, planPublication } from "./publication.ts";

/** Plans a mandate: check the model, raise alerts, compact the memory, build the files, judge their volume. */
export async function planMandate(
  snapshot: PublishingSnapshot,
  order: MandateOrder,
  choice: MandateChoice,
): Promise<MandatePlan> {
  const { files, memory, record, at, responsibility, config, policy } = snapshot;
  const ids = order.recordsNotes ? record.nextIds : null;
  const model = choice.checksModel
    ? await checkModel({
        files,
        responsibility,
        at,
        ids,
        steward: config.steward_responsibility_id,
        detected: snapshot.detectedModel,
        mandate: order.forMandate,
        drift: memory.digest.drift,
        switched: memory.digest.switched,
        graceSeconds: policy.modelGraceSeconds ?? config.model_grace_seconds,
        controller: order.controller,
        isBoot: order.isBoot,
      })
    : null;
  const alerts = choice.alerts
    ? slaAlerts(record.late, memory.digest.alerts, {
        responsibility,
        at,
        ids: idsAfter(ids, model?.metrics ?? []),
      })
    : { notes: [], metrics: [] };
  const insights = choice.compacts
    ? compactLines(readLines(memory), { insights: files.read(INSIGHTS) ?? "", at })
    : null;
  const notes = [...order.notes, ...(model?.notes ?? []), ...alerts.notes];
  const draft = { model, insights, notes };
  const judged = buildWithinLimits(snapshot, choice, draft, order.override);
  const warnings = warningsOf(snapshot, choice, model, judged);
  if (judged.block !== null) return blockedPlan(snapshot, choice, judged, { warnings, ids });
  const queue = choice.alerts ? queueMetrics(record, at) : [];
  const metrics = [...(model?.metrics ?? []), ...alerts.metrics, ...judged.metrics, ...queue];
  const { recordsNotes } = order;
  return planPublication(snapshot, choice, {
    ...judged,
    model,
    insights,
    warnings,
    metrics,
    recordsNotes,
  });
}

/** The ids that follow some measurements and their alerts. */
function idsAfter(first: TelemetryIds | null, metrics: readonly Metric[]): TelemetryIds | null {
  if (first === null) return null;
  const alerts = metrics.filter(({ alert }) => alert !== undefined).length;
  return { metric: first.metric + metrics.length, alert: first.alert + alerts };
}

function warningsOf(
  { files, record: { entry } }: Snapshot,
  { checksModel, gated }: MandateChoice,
  model: ModelCheck | null,
  { verdict }: JudgedFiles,
): readonly string[] {
  const damaged = gated ? damagedFrontMatter(files) : [];
  return [
    ...(checksModel && model === null ? ["no_model_preferences"] : []),
    ...(model?.class === "unknown" ? ["model_unknown"] : []),
    ...(verdict?.warnings ?? []),
    ...damaged.map((fault) => `damaged_front_matter: ${fault}`),
    ...(entry?.status === "draft" || entry?.status === "suspended"
      ? [`responsibility_${entry.status}`]
      : []),
  ];
}
