import type { RunProgress } from "./run-progress.ts";

/**
 * Milliseconds until all runs have ended; null as long as none has. A run is expected to take as long as the ended runs
 * of its agent did on average; of an agent without one, as long as all did, or as it is at work already.
 */
export function timeLeft({ planned, ended, running, jobs, limitMs }: RunProgress): number | null {
  const took = (tool: string) =>
    planned.filter((run) => run.tool === tool).flatMap(({ id }) => ended.get(id)?.ms ?? []);
  const overall = meanOf(planned.flatMap(({ id }) => ended.get(id)?.ms ?? []));
  if (overall === null) return null;
  const longest = (tool: string) =>
    Math.max(0, ...planned.flatMap((run) => (run.tool === tool && running.get(run.id)?.ms) || []));
  const left = planned
    .filter(({ id }) => !ended.has(id))
    .map(({ id, tool }) => {
      const mean = meanOf(took(tool));
      const elapsed = running.get(id)?.ms;
      if (elapsed === undefined) return mean ?? Math.max(overall, longest(tool));
      // A run that is late is expected to be late once more by as much, at most until its limit ends it.
      return Math.max(0, Math.min(Math.abs((mean ?? overall) - elapsed), limitMs - elapsed));
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
