/**
 * What a mandate writes, decided before anything is written: the files of the bundle, lines of the
 * memory, measurements. A plan is a function of its inputs; the same inputs and the same time give
 * the same bytes.
 */

import { readStanding } from "../bundle/metadata.ts";
import { damagedFrontMatter } from "../files/check-sources.ts";
import { slaAlerts } from "../memory/alerts.ts";
import { compactLines } from "../memory/compaction.ts";
import { readLines } from "../memory/reconcile.ts";
import { checkModel } from "../model/check.ts";
import { INSIGHTS } from "../workspace/layout.ts";
import type { CuratorRecord, Metric, TelemetryIds } from "../workspace/record.ts";
import type { MandateChoice, MandateInput, MandatePlan } from "./mandate.ts";
import { blockedPlan, publication } from "./publication.ts";
import { stage } from "./stage.ts";
import { judge, overrideLine, volumeMetric } from "./volume-verdict.ts";

/** Plans a mandate. */
export async function planMandate(
  input: MandateInput,
  choice: MandateChoice,
): Promise<MandatePlan> {
  const { files, memory, at, responsibility, override } = input;
  const before = readStanding(files);
  const firstIds = input.recordsNotes ? input.record.nextIds : null;
  const model = choice.checksModel
    ? await checkModel({
        ...input,
        steward: input.config.steward_responsibility_id,
        mandate: input.forMandate,
        drift: memory.digest.drift,
        switched: memory.digest.switched,
        ids: firstIds,
      })
    : null;
  const alerts = choice.alerts
    ? slaAlerts(input.record.late, memory.digest.alerts, {
        responsibility,
        at,
        ids: idsAfter(firstIds, model?.metrics ?? []),
      })
    : { notes: [], metrics: [] };
  const insights = choice.compacts
    ? compactLines(readLines(memory), { insights: files.read(INSIGHTS) ?? "", at })
    : null;
  const first = stage(input, choice, {
    model,
    insights,
    notes: [...input.extraNotes, ...(model?.notes ?? []), ...alerts.notes],
  });
  const verdict = choice.gated ? judge(input, first, before) : null;
  const isOverridden = verdict !== null && verdict.block !== null && override !== null;
  const staged = isOverridden
    ? stage(input, choice, {
        model,
        insights,
        notes: [...first.notes, overrideLine(input, verdict)],
      })
    : first;
  const blocked = verdict?.block != null && !isOverridden ? verdict : null;
  const warnings = [
    ...(choice.checksModel && model === null ? ["no_model_preferences"] : []),
    ...(model?.class === "unknown" ? ["model_unknown"] : []),
    ...(verdict?.warnings ?? []),
    ...(choice.gated
      ? damagedFrontMatter(files).map((fault) => `damaged_front_matter: ${fault}`)
      : []),
    ...statusWarnings(input.record),
  ];
  const metrics = [...(model?.metrics ?? []), ...alerts.metrics];
  const volumes = verdict === null ? [] : [volumeMetric(verdict, isOverridden ? override : null)];
  if (blocked !== null)
    return blockedPlan(input, choice, { ...blocked, staged, warnings, volumes });
  return publication(input, choice, {
    staged,
    before,
    warnings,
    metrics: [...metrics, ...volumes],
    insights,
    model,
    verdict,
  });
}

/** The ids that follow some measurements and their alerts. */
function idsAfter(first: TelemetryIds | null, metrics: readonly Metric[]): TelemetryIds | null {
  if (first === null) return null;
  const alerts = metrics.filter(({ alert }) => alert !== undefined).length;
  return { metric: first.metric + metrics.length, alert: first.alert + alerts };
}

function statusWarnings({ entry }: CuratorRecord): readonly string[] {
  return entry !== null && (entry.status === "draft" || entry.status === "suspended")
    ? [`responsibility_${entry.status}`]
    : [];
}
