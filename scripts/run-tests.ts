/** Runs test files, several at a time, and gathers what came of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createIdleMeter } from "./idle-time.ts";
import { root } from "./run.ts";
import { runPool } from "./run-pool.ts";
import { type FileResult, type NotRun, runTestFile } from "./run-test-file.ts";
import { runTestGroup } from "./run-test-group.ts";
import { createFolderInMemory } from "./scratch-in-memory.ts";
import { shareServer } from "./share-server.ts";
import type { TestFile } from "./test-files.ts";
import { showProgress } from "./test-progress.ts";

/** What came of a run. */
export interface TestResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly notRun: readonly NotRun[];
  /** Seconds that each file took. */
  readonly times: ReadonlyMap<string, number>;
}

/** What a test file imports that needs a database. */
const NEEDS_SERVER = /support\/(?:workspaces|postgresql)\.ts"/;

/** Tests that wait, as for a real agent that starts, leave the processors to this many others. */
const SPARE = 2;
/** Less than this share of idle time is lost between any two tests. */
const IDLE_SHARE = 0.3;
const LOOK_EVERY_MS = 2000;

/** How to run them. */
export interface RunOptions {
  /** How many at a time; more only while the processors are idle. */
  readonly width: number;
  /** Ends the run early. */
  readonly signal: AbortSignal;
}

/** Runs test files in their order. */
export async function runTests(
  files: readonly TestFile[],
  { width, signal }: RunOptions,
): Promise<TestResult> {
  const memory = createFolderInMemory();
  if (memory !== null) process.env.TMPDIR = memory.folder;
  const needing = new Set(
    files.filter(({ paths }) => paths.some((path) => NEEDS_SERVER.test(textOf(path)))),
  );
  // A single file starts a server as quickly by itself.
  const server = needing.size > 1 ? shareServer() : null;
  const progress = showProgress(files);
  const results = new Map<string, FileResult>();
  const idleShare = createIdleMeter();
  const spare = {
    most: SPARE,
    isIdle: () => idleShare() > IDLE_SHARE,
    everyMs: LOOK_EVERY_MS,
  };
  const run = async (file: TestFile) => {
    if (needing.has(file)) await server?.ready;
    if (signal.aborted) return;
    progress.started(file);
    const options = { signal, print: progress.print };
    const [only = "", ...others] = file.paths;
    const result =
      others.length === 0
        ? await runTestFile(only, options)
        : await runTestGroup(file.paths, options);
    results.set(file.path, result);
    progress.ended(file, describe(file.path, result));
  };
  try {
    await runPool(files, width, run, spare);
  } finally {
    progress.close();
    await server?.end();
    memory?.remove();
  }
  return summarise(results);
}

function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

function describe(path: string, { failures, seconds, tests }: FileResult): string {
  const verdict = failures.length === 0 ? "ok    " : "FAILED";
  return `${verdict} ${seconds.toFixed(1).padStart(5)} s  ${path}  ${tests} tests`;
}

function summarise(results: ReadonlyMap<string, FileResult>): TestResult {
  const all = [...results.values()];
  const failures = all.flatMap((result) => result.failures);
  if (failures.length > 0) console.log(`\nFailures:\n\n${failures.join("\n\n")}`);
  const sum = (count: (result: FileResult) => number) =>
    all.reduce((total, result) => total + count(result), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: failures.length,
    skipped: sum(({ skipped }) => skipped),
    notRun: all.flatMap(({ notRun }) => notRun),
    times: new Map([...results].map(([path, { seconds }]) => [path, seconds])),
  };
}
