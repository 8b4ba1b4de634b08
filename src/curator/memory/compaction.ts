import { sha256 } from "../../base/hash.ts";
import { REFRESHED } from "../audit/entry.ts";
import { closedStatuses } from "../workspace/answer.ts";
import { type MemoryLine, parseMemoryLine } from "./line.ts";

const HEADING = /^## \S+ compaction L(\d+)-L(\d+) sha256:[0-9a-f]{12}$/gm;

/** The last line of the memory that a compaction covers; 0 if there was none. */
function compactedUntil(insights: string): number {
  const last = [...insights.matchAll(HEADING)].at(-1);
  return last === undefined ? 0 : Number(last[2]);
}

/** A line of the memory with its place. */
interface PlacedLine extends MemoryLine {
  readonly line: string;
  readonly number: number;
}

/**
 * A section for the lines that no compaction covers yet; null if nothing happened since. It repeats the lines that
 * matter later, and leaves out steps that led to them.
 */
export function compactLines(
  lines: readonly string[],
  { insights, at }: { readonly insights: string; readonly at: string },
): string | null {
  const start = compactedUntil(insights);
  const fresh = lines.slice(start);
  const events = fresh.flatMap((line, index): PlacedLine[] => {
    const parsed = parseMemoryLine(line);
    return parsed === null || parsed.kind === REFRESHED
      ? []
      : [{ ...parsed, line, number: start + index + 1 }];
  });
  if (events.length === 0) return null;
  const digest = sha256(fresh.join("\n")).slice(0, 12);
  const last = lastStepOfEach(events);
  const parts = topics.map(({ heading, has }) => {
    const found = last.filter(has).map(({ line }) => line);
    return `### ${heading}\n${found.length === 0 ? "None." : found.join("\n")}`;
  });
  return [
    `## ${at} compaction L${start + 1}-L${lines.length} sha256:${digest}`,
    `From ${events[0]?.at} to ${events.at(-1)?.at}`,
    ...parts,
    "",
  ].join("\n");
}

/** Of the steps of a request or a bundle only the last one counts: the others led to it. */
function lastStepOfEach(events: readonly PlacedLine[]): readonly PlacedLine[] {
  const key = ({ kind, facts }: PlacedLine) => {
    if (kind === "request" && facts.request) return `request ${facts.request}`;
    return kind === "context" && facts.bundle ? `bundle ${facts.bundle}` : null;
  };
  const last = new Map(events.map((event) => [key(event), event.number]));
  return events.filter((event) => key(event) === null || last.get(key(event)) === event.number);
}

const DECISIONS = new Set(["decision", "user_input", "approval", "agreement", "rule"]);
const LIMITS = new Set(["policy_changed", "context_override"]);
const OPEN = new Set(["incident", "model_drift", "context_blocked"]);

function isClosed({ kind, facts: { status = "" } }: MemoryLine): boolean {
  if (kind === "context") return !["pending", "registered"].includes(status);
  return kind === "request" && closedStatuses.includes(status);
}

/** What a compaction lists, in this order. */
const topics: readonly { readonly heading: string; has(line: MemoryLine): boolean }[] = [
  { heading: "Decisions", has: ({ kind }) => DECISIONS.has(kind) },
  {
    heading: "Results",
    has: (line) =>
      (line.kind === "request" && isClosed(line)) ||
      /^(?:mandate_run|report|meeting|incident_\w+)$/.test(line.kind),
  },
  { heading: "Changed limits", has: ({ kind }) => LIMITS.has(kind) },
  {
    heading: "Open points",
    has: (line) =>
      OPEN.has(line.kind) || (["request", "context"].includes(line.kind) && !isClosed(line)),
  },
];
