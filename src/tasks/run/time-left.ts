import type { RunProgress } from "./run-progress.ts";

/**
 * Milliseconds until all runs have ended, if each takes as long as its agent's ended runs did on average; null as long
 * as none has ended. An agent without an ended run counts as the average of all.
 */
export function timeLeft({ planned, ended, running, jobs }: RunProgress): number | null {
  const took = (tool: string | null) =>
    planned
      .filter((run) => tool === null || run.tool === tool)
      .flatMap(({ id }) => ended.get(id)?.ms ?? []);
  const overall = meanOf(took(null));
  if (overall === null) return null;
  const open = planned.filter(({ id }) => !ended.has(id));
  const left = open.map(({ id, tool }) => {
    return Math.max(0, (meanOf(took(tool)) ?? overall) - (running.get(id)?.ms ?? 0));
  });
  const together = left.reduce((sum, ms) => sum + ms, 0);
  // The last run cannot be shared by several jobs.
  return Math.max(together / jobs, ...left, 0);
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, ms) => sum + ms, 0) / values.length;
}

/** A time that is only estimated, in few words. */
export function formatTimeLeft(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return "less than a minute left";
  if (minutes < 60) return `about ${minutes} min left`;
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
