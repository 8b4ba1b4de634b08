import { printable } from "../../base/text/text.ts";
import { MIN_TASKS } from "./paired-test.ts";
import type { TaskReport } from "./report.ts";
import type { Standing } from "./standings.ts";

/** What a badge can show. */
export const badgeMetrics = ["avg-score", "success-rate", "runs", "best-model"] as const;
/** One of these. */
export type BadgeMetric = (typeof badgeMetrics)[number];

/** A badge before it is drawn. */
export interface Badge {
  readonly label: string;
  readonly value: string;
  readonly colour: string;
}

const GOOD = "#0f766e";
const FAIR = "#b7791f";
const POOR = "#b42318";
const NONE = "#667085";
const RUNS = "#344054";
const MODEL = "#ca5a2e";
/** The darker end of each colour's gradient. */
const ends: Readonly<Record<string, string>> = { [GOOD]: "#0d635c" };
const MAX_VALUE = 40;

/** What a badge says of a report. */
export function badgeOf(report: TaskReport, metric: BadgeMetric): Badge {
  switch (metric) {
    case "avg-score":
      return scoreBadge(report.averageScore);
    case "success-rate":
      return rateBadge(report.statusCounts.success, report.bundleCount - report.statusCounts.error);
    case "runs":
      return { label: "runs", value: String(report.bundleCount), colour: RUNS };
    case "best-model": {
      const first = bestOf(report);
      const name = first?.model ?? first?.tool ?? null;
      const colour = name === null ? NONE : MODEL;
      return { label: "best model", value: name === null ? "n/a" : short(name), colour };
    }
    default:
      return metric satisfies never;
  }
}

/** The first of the leaderboard, unless chance alone could have put it before the second. */
function bestOf({ leaderboard, differences }: TaskReport): Standing | null {
  const [first, second] = leaderboard;
  if (first === undefined || second === undefined) return first ?? null;
  const isDecided = differences.some(
    ({ left, right, commonTasks, onTheseTasks, onTasksLikeThese }) =>
      left === first.key &&
      right === second.key &&
      !(commonTasks < MIN_TASKS ? onTheseTasks : onTasksLikeThese).canBeChance,
  );
  return isDecided ? first : null;
}

function scoreBadge(score: number | null): Badge {
  if (score === null) return { label: "avg score", value: "n/a", colour: NONE };
  const colour = score >= 0.9 ? GOOD : score >= 0.75 ? FAIR : POOR;
  return { label: "avg score", value: String(score), colour };
}

function rateBadge(successes: number, runs: number): Badge {
  if (runs === 0) return { label: "success rate", value: "n/a", colour: NONE };
  const rate = successes / runs;
  const colour = rate >= 0.8 ? GOOD : rate >= 0.5 ? FAIR : POOR;
  return { label: "success rate", value: `${Math.round(rate * 100)}%`, colour };
}

function short(text: string): string {
  const characters = [...printable(text).replaceAll(/\s+/g, " ")];
  return characters.length > MAX_VALUE
    ? `${characters.slice(0, MAX_VALUE - 1).join("")}…`
    : characters.join("");
}

/** Draws a badge as SVG. */
export function badgeSvg({ label, value, colour }: Badge): string {
  const left = widthOf(label);
  const right = widthOf(value);
  const name = escapeXml(label);
  const shown = escapeXml(value);
  const width = left + right;
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="28" role="img" aria-label="${name}: ${shown}">
  <title>${name}: ${shown}</title>
  <defs>
    <linearGradient id="valueFill" x1="0" x2="1" y1="0" y2="1">
      <stop offset="0%" stop-color="${colour}" />
      <stop offset="100%" stop-color="${ends[colour] ?? colour}" />
    </linearGradient>
  </defs>
  <rect width="${width}" height="28" rx="14" fill="#efe7dc" />
  <rect width="${left}" height="28" rx="14" fill="#31261f" />
  <rect x="${left}" width="${right}" height="28" rx="14" fill="url(#valueFill)" />
  <rect x="${left}" width="1" height="28" fill="rgba(255,255,255,0.16)" />
  <g fill="#fff8f1" text-anchor="middle" font-family="Avenir Next, Segoe UI, Helvetica Neue, sans-serif" font-size="12" font-weight="700">
    <text x="${left / 2}" y="18">${name}</text>
    <text x="${left + right / 2}" y="18">${shown}</text>
  </g>
</svg>
`;
}

function widthOf(text: string): number {
  return Math.max(72, Math.round(7.6 * [...text].length + 26));
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}
