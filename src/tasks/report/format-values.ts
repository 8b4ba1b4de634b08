import { type Rate, round } from "./statistics.ts";

/** A number with at most four decimals; a dash where there is none. */
export function formatScore(score: number | null): string {
  return score === null ? "–" : String(Math.round(score * 10_000) / 10_000);
}

/** A success rate with its interval: "67% (21–94%)". */
export function formatRate(rate: Rate | null): string {
  if (rate === null) return "–";
  const percent = (share: number): string => `${Math.round(share * 100)}`;
  return `${percent(rate.rate)}% (${percent(rate.low)}–${percent(rate.high)}%)`;
}

/** A mean score with its interval: "0.67 (0.4–0.85)". */
export function formatMeanScore({ score, scoreLow, scoreHigh }: MeanScore): string {
  const shown = formatScore(score);
  if (scoreLow === null || scoreHigh === null) return shown;
  return `${shown} (${scoreLow.toFixed(2)}–${scoreHigh.toFixed(2)})`;
}

interface MeanScore {
  readonly score: number | null;
  readonly scoreLow: number | null;
  readonly scoreHigh: number | null;
}

/** A difference of two rates in points; a dash where nothing could be compared. */
export function formatPoints(delta: number | null): string {
  return delta === null ? "–" : `${Math.round(delta * 100)} points`;
}

/** Seconds with one decimal; unknown where nothing records a time. */
export function formatSeconds(ms: number | null): string {
  return ms === null ? "unknown" : `${(ms / 1000).toFixed(1)} s`;
}

/** US dollars; unknown is not 0. */
export function formatUsd(usd: number | null): string {
  if (usd === null) return "unknown";
  return `$${usd === 0 || usd >= 0.01 ? usd.toFixed(2) : round(usd).toFixed(4)}`;
}

/** An agent and a model by the key of their standing. */
export function formatWho({
  tool,
  model,
}: {
  readonly tool: string | null;
  readonly model: string | null;
}): string {
  return [tool, model].filter((part) => part !== null).join(" / ") || "unknown";
}

/** How a run ended: its status, or that it says nothing about its agent. */
export function formatStatus({
  status,
  error,
}: {
  readonly status: string | null;
  readonly error: object | null;
}): string {
  return error === null ? (status ?? "unknown") : "error";
}

/** Why a run ended outside the agent's work. */
export function formatError({ kind, detail }: { readonly kind: string; readonly detail: string }) {
  return detail === "" ? kind : `${kind}: ${detail}`;
}

interface ExtraFigures {
  readonly interventions: number | null;
  readonly erroredRuns: number;
}

/** Columns that a leaderboard has only where its runs have something to show in them. */
export function extraColumns(rows: readonly ExtraFigures[]): readonly {
  readonly heading: string;
  readonly cell: (row: ExtraFigures) => string;
}[] {
  const all = [
    {
      heading: "Interventions",
      isShown: ({ interventions }: ExtraFigures) => interventions !== null,
      cell: ({ interventions }: ExtraFigures) => String(interventions ?? "unknown"),
    },
    {
      heading: "Errors, not counted",
      isShown: ({ erroredRuns }: ExtraFigures) => erroredRuns > 0,
      cell: ({ erroredRuns }: ExtraFigures) => String(erroredRuns),
    },
  ];
  return all.filter(({ isShown }) => rows.some(isShown));
}
