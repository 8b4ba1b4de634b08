import { compareBytes } from "../../base/file-set.ts";
import { sha256 } from "../../base/hash.ts";
import { REFRESHED } from "./digest.ts";
import { type MemoryLine, parseMemoryLine } from "./line.ts";

/** Lines of these kinds are never summarised. */
const VERBATIM = new Set(["user_input", "incident", "decision", "context_override", "model_drift"]);
/** Ids that a compaction names. */
const MAX_NAMES = 10;

const HEADING = /^## \S+ compaction L(\d+)-L(\d+) sha256:[0-9a-f]{12}$/gm;

/** The last line of the memory that a compaction covers; 0 if there was none. */
function compactedUntil(insights: string): number {
  const last = [...insights.matchAll(HEADING)].at(-1);
  return last === undefined ? 0 : Number(last[2]);
}

/** A section for the lines that no compaction covers yet; null if nothing happened since. */
export function compactLines(
  lines: readonly string[],
  { insights, at }: { readonly insights: string; readonly at: string },
): string | null {
  const start = compactedUntil(insights);
  const fresh = lines.slice(start);
  const parsed = fresh.flatMap((line) => {
    const found = parseMemoryLine(line);
    return found === null ? [] : [{ line, ...found }];
  });
  const counted = parsed.filter(({ kind }) => kind !== REFRESHED);
  if (counted.length === 0) return null;
  const digest = sha256(fresh.join("\n")).slice(0, 12);
  const verbatim = counted.filter(({ kind }) => VERBATIM.has(kind)).map(({ line }) => line);
  return [
    `## ${at} compaction L${start + 1}-L${lines.length} sha256:${digest}`,
    `Counts: ${countKinds(counted)}`,
    `From ${counted[0]?.at} to ${counted.at(-1)?.at}`,
    `Named most often: ${namedMost(counted)}`,
    ...verbatim,
    "",
  ].join("\n");
}

function countKinds(lines: readonly MemoryLine[]): string {
  const counts = countBy(lines.map(({ kind }) => kind));
  return counts.map(([kind, count]) => `${kind} ${count}`).join(", ");
}

function namedMost(lines: readonly MemoryLine[]): string {
  const names = lines.flatMap(({ facts }) =>
    Object.entries(facts).flatMap(([key, value]) =>
      key === "clause" || value === "" ? [] : [value],
    ),
  );
  const counts = countBy(names).sort((a, b) => b[1] - a[1] || compareBytes(a[0], b[0]));
  if (counts.length === 0) return "none";
  return counts
    .slice(0, MAX_NAMES)
    .map(([name, count]) => `${formatName(name)} (${count})`)
    .join(", ");
}

function countBy(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => compareBytes(a[0], b[0]));
}

function formatName(name: string): string {
  return name.length > 80 ? `${name.slice(0, 79)}…` : name;
}
