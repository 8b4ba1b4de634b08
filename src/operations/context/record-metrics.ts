import type { Metric } from "../../curator/mandates/record.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import type { Actor } from "../../model/event.ts";

/** Whose measurements they are. */
export interface MetricOwner {
  readonly workspace: string;
  readonly responsibility: string;
  readonly at: string;
  readonly actor: Actor;
}

/** Records measurements and their alerts as events of the workspace's telemetry. */
export async function recordMetrics(
  _unit: UnitOfWork,
  _owner: MetricOwner,
  _metrics: readonly Metric[],
): Promise<void> {}
