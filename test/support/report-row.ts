import type { ReportRow } from "../../src/tasks/report/report-row.ts";

/** A run of a report of which only this is known. */
export function reportRow(known: Partial<ReportRow>): ReportRow {
  return {
    title: "t",
    bundleDir: ".",
    schemaVersion: "0.2.0",
    createdAt: "2026-05-01T10:00:00Z",
    tool: null,
    model: null,
    status: null,
    score: null,
    repo: null,
    commit: null,
    branch: null,
    eventCount: 0,
    workspaceFileCount: 0,
    promptSource: null,
    taskHash: null,
    durationMs: null,
    costUsd: null,
    tokens: null,
    verified: true,
    contradiction: null,
    failedChecks: [],
    error: null,
    interventions: null,
    attempt: null,
    place: null,
    of: null,
    ...known,
  };
}
