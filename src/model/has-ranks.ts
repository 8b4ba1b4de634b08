/** What of a group of runs decides its rank. */
interface Ranked {
  readonly rank: number;
  readonly score: number | null;
  readonly successRate: object | null;
}

/** Whether groups of runs have ranks: some of them are judged, and not all are level. */
export function haveRanks(standings: readonly Ranked[]): boolean {
  const isJudged = standings.some(
    ({ score, successRate }) => score !== null || successRate !== null,
  );
  return isJudged && new Set(standings.map(({ rank }) => rank)).size > 1;
}

/** What of a run decides its rank. */
interface RankedRun {
  readonly status: string | null;
  readonly score: number | null;
  readonly error: object | null;
}

/** Whether runs have ranks: those that say something about their agent differ in how they ended. */
export function runsHaveRanks(runs: readonly RankedRun[]): boolean {
  const counted = runs.filter(({ error }) => error === null);
  return new Set(counted.map(({ status, score }) => `${status} ${score}`)).size > 1;
}
