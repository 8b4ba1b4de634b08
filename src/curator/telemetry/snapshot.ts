import type { MetricRow } from "./tables.ts";

/** The measurements of a day as a page: for each name how many, and how they were judged. */
export function renderSnapshot(
  metrics: readonly MetricRow[],
  { workspace, at }: { readonly workspace: string; readonly at: string },
): string {
  const byName = [...Map.groupBy(metrics, ({ metric_name }) => metric_name)].sort(
    ([one], [other]) => (one < other ? -1 : 1),
  );
  const count = (rows: readonly MetricRow[], status: string) =>
    rows.filter((row) => row.status === status).length;
  const lines = byName.map(([name, rows]) => {
    const sum = rows.reduce((total, { metric_value }) => total + metric_value, 0);
    const judged = ["ok", "warning", "critical"].map((status) => count(rows, status)).join(" | ");
    return `| ${name} | ${rows.length} | ${sum} ${rows[0]?.unit ?? ""} | ${judged} |`;
  });
  return [
    "---",
    "report_type: telemetry_snapshot",
    "source: telemetry_metrics",
    `generated_at: ${at}`,
    `workspace_id: ${workspace}`,
    "guardrail_clause: runtime.telemetry_reporting",
    "---",
    `# Telemetry of ${at.slice(0, 10)}`,
    "",
    "| metric | rows | sum | ok | warning | critical |",
    "| --- | --- | --- | --- | --- | --- |",
    ...(lines.length === 0 ? ["| none | 0 | 0 | 0 | 0 | 0 |"] : lines),
    "",
  ].join("\n");
}
