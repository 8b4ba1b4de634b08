/** Which test files there are, how long each takes, and in what order they are best run. */
import { readFileSync } from "node:fs";
import { glob, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./run.ts";

/** A test file, or several that run in one process, and the time that it is expected to take. */
export interface TestFile {
  /** What is shown: the path of the file, or of the first of a group with the number of the others. */
  readonly path: string;
  readonly paths: readonly string[];
  readonly seconds: number;
}

const PATTERNS = ["src/**/*.test.ts", "test/**/*.test.ts"];
/** A file that takes longer than this is not part of the quick run. */
const QUICK_SECONDS = 2;
/** What a file takes of which nothing is known: most are short. */
const USUAL_SECONDS = 0.7;
/** The same within a group, where what most of them load is loaded once. */
const GROUPED_SECONDS = 0.25;
/** How many quick files run in one process: few enough that all cores have work. */
const GROUP_SIZE = 21;

/** What files take on two idle cores, of all that are not quick. */
const TIMES = join(root, "scripts/test-times.json");

/** What to choose of all test files. */
export interface Choice {
  /** Files whose path contains one of these; all when there is none. */
  readonly paths: readonly string[];
  /** Only files that are known to be quick. */
  readonly quick: boolean;
  /** Every file in a process of its own, as when each is measured. */
  readonly separate?: boolean;
}

/**
 * The test files that are chosen: first the quick ones, so that a common mistake shows soon, then the
 * others, the longest first, so that no core is idle at the end.
 */
export async function findTestFiles({
  paths,
  quick,
  separate = false,
}: Choice): Promise<readonly TestFile[]> {
  const times: Readonly<Record<string, number>> = JSON.parse(readFileSync(TIMES, "utf8"));
  const found = await Array.fromAsync(glob(PATTERNS, { cwd: root, exclude: ["test/fixtures/**"] }));
  const files = found
    .filter((path) => paths.length === 0 || paths.some((part) => path.includes(part)))
    .map((path) => ({ path, paths: [path], seconds: times[path] ?? USUAL_SECONDS }))
    .sort((a, b) => b.seconds - a.seconds || (a.path < b.path ? -1 : 1));
  const short = files.filter(({ seconds }) => seconds <= QUICK_SECONDS);
  const long = files.filter(({ seconds }) => seconds > QUICK_SECONDS);
  return [...(separate ? short : group(short)), ...(quick ? [] : long)];
}

/**
 * Puts quick files of `src/` together: they test functions and leave the process as it was. Those of `test/`
 * start programs and servers, and each keeps a process of its own.
 */
function group(files: readonly TestFile[]): readonly TestFile[] {
  const units = files.filter(({ path }) => path.startsWith("src/"));
  const groups: TestFile[] = [];
  for (let at = 0; at < units.length; at += GROUP_SIZE) {
    const [first, ...others] = units.slice(at, at + GROUP_SIZE);
    if (first === undefined) continue;
    const paths = [first, ...others].map(({ path }) => path);
    const path = others.length === 0 ? first.path : `${first.path} and ${others.length} more`;
    groups.push({ path, paths, seconds: paths.length * GROUPED_SECONDS });
  }
  return [...groups, ...files.filter((file) => !units.includes(file))];
}

/** Keeps the times of files that have just run. Only what is not quick is worth a line. */
export async function keepTimes(taken: ReadonlyMap<string, number>): Promise<void> {
  const long = [...taken]
    .filter(([, seconds]) => seconds > QUICK_SECONDS)
    .map(([path, seconds]) => [path, Math.round(seconds)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  await writeFile(TIMES, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
}
