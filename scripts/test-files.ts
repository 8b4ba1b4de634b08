/** Which test files there are, how long each takes, and in what order they are best run. */
import { readFileSync } from "node:fs";
import { glob, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./run.ts";

/** A test file and the time that it is expected to take. */
export interface TestFile {
  readonly path: string;
  readonly seconds: number;
}

const PATTERNS = ["src/**/*.test.ts", "test/**/*.test.ts"];
/** A file that takes longer than this is not part of the quick run. */
const QUICK_SECONDS = 2;
/** What a file takes of which nothing is known: most are short. */
const USUAL_SECONDS = 0.7;

/** What files take on two idle cores, of all that are not quick. */
const TIMES = join(root, "scripts/test-times.json");

/** What to choose of all test files. */
export interface Choice {
  /** Files whose path contains one of these; all when there is none. */
  readonly paths: readonly string[];
  /** Only files that are known to be quick. */
  readonly quick: boolean;
}

/**
 * The test files that are chosen: first the quick ones, so that a common mistake shows soon, then the
 * others, the longest first, so that no core is idle at the end.
 */
export async function findTestFiles({ paths, quick }: Choice): Promise<readonly TestFile[]> {
  const times: Readonly<Record<string, number>> = JSON.parse(readFileSync(TIMES, "utf8"));
  const found = await Array.fromAsync(glob(PATTERNS, { cwd: root, exclude: ["test/fixtures/**"] }));
  const files = found
    .filter((path) => paths.length === 0 || paths.some((part) => path.includes(part)))
    .map((path) => ({ path, seconds: times[path] ?? USUAL_SECONDS }))
    .sort((a, b) => b.seconds - a.seconds || (a.path < b.path ? -1 : 1));
  const short = files.filter(({ seconds }) => seconds <= QUICK_SECONDS);
  return quick ? short : [...short, ...files.filter(({ seconds }) => seconds > QUICK_SECONDS)];
}

/** Keeps the times of files that have just run. Only what is not quick is worth a line. */
export async function keepTimes(taken: ReadonlyMap<string, number>): Promise<void> {
  const long = [...taken]
    .filter(([, seconds]) => seconds > QUICK_SECONDS)
    .map(([path, seconds]) => [path, Math.round(seconds)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  await writeFile(TIMES, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
}
