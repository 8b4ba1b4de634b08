import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import { type Change, findChanges } from "./change-checks.ts";
import type { Volume } from "./volume.ts";

/** What was published last. */
export interface PublishedVolume {
  readonly total_lines: number;
  readonly authored_lines: number;
  /** Lines of each authored file. */
  readonly files?: Readonly<Record<string, number>>;
  /** Share of critical workflows in percent; null if none was declared. */
  readonly prominence_pct?: number | null;
}

/** The limits that a workspace sets. */
export interface VolumeLimits {
  /** Below this total, growth is not limited. */
  readonly growthFloor: number;
  /** Below this number of lines, a single file may grow. */
  readonly fileFloor?: number;
  /** Whether a large change of a file or of prominence waits for the steward, or is only reported. */
  readonly changeChecks?: "warn" | "block";
}

/** Why nothing may be published, in words for programs and people. */
export interface Block {
  readonly code: "red_volume" | "growth" | "prominence" | Change["code"];
  readonly detail: string;
}

/** The share by which authored text may grow in one publication, in percent. */
const MAX_GROWTH = 10;
/** The least share of critical workflows, in percent. */
const MIN_PROMINENCE = 10;

/** Whether a volume may be published. */
export interface JudgedVolume {
  /** Growth of authored text in percent. */
  readonly growth: number;
  readonly block: Block | null;
  readonly warnings: readonly string[];
}

/** Growth of authored text since the last publication, in percent of the whole; 0 for the first. */
export function growthOf(now: Volume, before: PublishedVolume | null): number {
  if (before === null || before.total_lines === 0) return 0;
  return (100 * (now.authored_lines - before.authored_lines)) / before.total_lines;
}

/** Whether a publication must wait for a consolidation or an override; and what else to say. */
export function judgeVolume(
  now: Volume,
  before: PublishedVolume | null,
  { growthFloor, fileFloor = 0, changeChecks = "warn" }: VolumeLimits,
): JudgedVolume {
  const growth = growthOf(now, before);
  const prominence = now.prominence_pct;
  const isFaint = prominence !== null && prominence <= MIN_PROMINENCE;
  const changes = findChanges(now, before, fileFloor);
  const warnings = [
    ...now.warnings,
    ...(isFaint && now.level !== "red" ? ["low_prominence"] : []),
    ...changes.map(({ code, detail }) => `${code}: ${detail}`),
  ];
  const block = findBlock({ now, before, growth, isFaint, growthFloor });
  const blocking = changeChecks === "block" ? (changes[0] ?? null) : null;
  return { growth, block: block ?? blocking, warnings };
}

interface Judged {
  readonly now: Volume;
  readonly before: PublishedVolume | null;
  readonly growth: number;
  readonly isFaint: boolean;
  readonly growthFloor: number;
}

function findBlock({ now, before, growth, isFaint, growthFloor }: Judged): Block | null {
  // A refresh of what the curator generates may go on: a stale queue would be the greater harm.
  const grew = before === null || now.authored_lines > before.authored_lines;
  if (now.level === "red" && grew) {
    const added = now.authored_lines - (before?.authored_lines ?? 0);
    const detail = `${formatCount(now.total_lines, "line")} of context, of which ${formatNumber(added)} authored ones are new`;
    return { code: "red_volume", detail };
  }
  if (before !== null && before.total_lines >= growthFloor && growth > MAX_GROWTH) {
    return { code: "growth", detail: `authored text grew by ${growth.toFixed(2)} %` };
  }
  if (isFaint && now.level === "red") {
    const detail = `critical workflows are ${now.prominence_pct?.toFixed(1)} % of the context`;
    return { code: "prominence", detail };
  }
  return null;
}
