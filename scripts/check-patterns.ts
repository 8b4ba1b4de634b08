/**
 * Checks that no regular expression of `src/` can be made to backtrack: such a one blocks the whole
 * process for minutes on a few thousand characters. What the checker flags is rewritten, or has a
 * comment `regex: <why its input cannot be long>` beside it.
 *
 *     node scripts/check-patterns.ts            every pattern; one that the checker has not seen is measured
 *     node scripts/check-patterns.ts --write    ask the checker about those, and keep what it says
 *     node scripts/check-patterns.ts --again    ask about all of them again, and keep what it says
 *
 * The checker takes up to ten seconds for a pattern, so that its verdicts are kept, by the hash of the
 * pattern and its flags, in scripts/patterns/verdicts.json: a pattern that was changed is a new one.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { AttackPattern } from "recheck";
import {
  type ConstructedAt,
  findPatterns,
  type Pattern,
  recordConstructed,
} from "./patterns/collect-patterns.ts";
import { findSlowText, timeOf } from "./patterns/measure.ts";
import { root } from "./run.ts";

/** "safe", or that measuring found no slow text where the checker did not settle it, or how badly it backtracks. */
type Verdict = string;
const MEASURED = "measured linear";

/** How long one pattern may take the checker; what takes longer is measured instead. */
const LIMIT_MS = 10_000;
const LARGE_BOUND = 32;
/** An attack is tried with this many characters, and must not cost more than this. */
const ATTACK_LENGTH = 100_000;
const QUICK_MS = 250;
const verdictsFile = join(root, "scripts/patterns/verdicts.json");

// Its own binary is five times as quick and settles more; what is always there is in JavaScript.
const binary = join(root, `node_modules/recheck-${process.platform}-${process.arch}`);
process.env.RECHECK_BACKEND ??= existsSync(binary) ? "native" : "pure";

if (import.meta.main) await main();

async function main(): Promise<void> {
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({ options: { write: flag, again: flag } });
  const isKept = values.write || values.again;
  const { patterns, missing } = await collect();
  const known: Record<string, Verdict> = values.again
    ? {}
    : JSON.parse(readFileSync(verdictsFile, "utf8"));
  const verdicts = new Map<string, Verdict>();
  for (const pattern of patterns) {
    const key = keyOf(pattern);
    if (verdicts.has(key)) continue;
    const before = known[key];
    verdicts.set(key, before ?? (isKept ? await judge(pattern) : measure(pattern)));
    // So that an interrupted run is not lost.
    if (values.write && before === undefined)
      keep(new Map([...Object.entries(known), ...verdicts]));
  }
  if (isKept) keep(verdicts);
  const problems = [
    ...missing.map(({ file, line }) => `${file}:${line}: construct it when the module is loaded`),
    ...patterns.flatMap((pattern) => problemOf(pattern, verdicts.get(keyOf(pattern)) ?? "safe")),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log(`${verdicts.size} patterns`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function keep(verdicts: ReadonlyMap<string, Verdict>): void {
  const sorted = [...verdicts].toSorted(([left], [right]) => (left < right ? -1 : 1));
  writeFileSync(verdictsFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

async function collect() {
  const literals: Pattern[] = [];
  const places: ConstructedAt[] = [];
  const files = await Array.fromAsync(glob("src/**/*.{ts,tsx}", { cwd: root }));
  for (const file of files.filter((each) => !each.endsWith(".test.ts")).toSorted()) {
    const found = findPatterns(file, readFileSync(join(root, file), "utf8"));
    literals.push(...found.literals);
    places.push(...found.constructed);
  }
  const { patterns, missing } = await recordConstructed(places);
  return { patterns: [...literals, ...patterns], missing };
}

function keyOf({ source, flags }: Pattern): string {
  return createHash("sha256").update(`/${source}/${flags}`).digest("hex").slice(0, 24);
}

/**
 * Bounds of repetitions that are not small are taken for none: the checker would count them out, and a
 * pattern that is linear without them is linear with them.
 */
export function withoutLargeBounds(source: string): string {
  return source.replaceAll(/\{(\d+),(\d{2,})\}/g, (bounds, least: string, most: string) =>
    Number(most) < LARGE_BOUND ? bounds : `{${Math.min(Number(least), LARGE_BOUND)},}`,
  );
}

async function judge({ source, flags, file, line }: Pattern): Promise<Verdict> {
  const { check } = await import("recheck"); // Only for patterns that are new: it takes a second to load.
  const result = await check(withoutLargeBounds(source), flags, { timeout: LIMIT_MS });
  if (result.status === "safe") return "safe";
  if (result.status === "unknown") return measure({ source, flags, file, line, reason: null });
  // The checker has its own model of an engine; what counts is the one that runs us.
  const { attack } = result;
  const time = timeOf(source, flags, attackText(attack));
  if (time < QUICK_MS) return `${MEASURED}: ${result.complexity.summary}`;
  console.error(`${file}:${line}: ${result.complexity.summary}, ${time} ms with ${attack.pattern}`);
  return result.complexity.summary;
}

/** An attack at full length: the checker's own is only as long as its model of an engine needs. */
export function attackText({ pumps, suffix }: Pick<AttackPattern, "pumps" | "suffix">): string {
  const round = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const count = Math.ceil(ATTACK_LENGTH / Math.max(1, round));
  return pumps.map(({ prefix, pump }) => `${prefix}${pump.repeat(count)}`).join("") + suffix;
}

/** Measures a pattern that the checker has not seen or could not settle. */
function measure({ source, flags, file, line }: Pattern): Verdict {
  const slow = findSlowText(source, flags);
  if (slow === null) return MEASURED;
  console.error(`${file}:${line}: slow with ${slow}`);
  return "slow";
}

/** A flagged pattern without a reason, or a reason beside a pattern that is safe now. */
function problemOf({ file, line, source, flags, reason }: Pattern, verdict: Verdict): string[] {
  if (verdict === "safe" || verdict.startsWith(MEASURED) || reason !== null) return [];
  const cure = "rewrite it, or say why its input cannot be long in a comment `regex: …` beside it";
  return [`${file}:${line}: /${source.slice(0, 80)}/${flags} is flagged (${verdict}): ${cure}`];
}
