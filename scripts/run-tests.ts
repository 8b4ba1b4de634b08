/** Runs every test with Node's runner and reports failures, output and what was left out. */
import { once } from "node:events";
import { glob } from "node:fs/promises";
import { join, relative } from "node:path";
import { run } from "node:test";
import { inspect } from "node:util";
import { root } from "./run.ts";

type Stream = ReturnType<typeof run>;

const PATTERNS = ["src/**/*.test.ts", "test/**/*.test.ts"];
const LONGEST_FILE_MS = 15 * 60 * 1000;
const NOT_RUN = "not run: ";

/** What came of a run. */
export interface TestResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Cross-checks that this machine could not make, with the reason. */
  readonly notRun: readonly { readonly name: string; readonly reason: string }[];
}

/** Runs the test files whose path contains one of `paths`, or all of them. */
export async function runTests(paths: readonly string[]): Promise<TestResult> {
  const found = (
    await Array.fromAsync(glob(PATTERNS, { cwd: root, exclude: ["test/fixtures/**"] }))
  ).sort();
  const files = found.filter((file) => paths.length === 0 || paths.some((p) => file.includes(p)));
  const result = { passed: 0, failed: 0, skipped: 0, notRun: [] };
  if (files.length === 0) return result; // Node would go looking for tests by itself.
  const stream = run({
    files: files.map((file) => join(root, file)),
    concurrency: 2,
    timeout: LONGEST_FILE_MS,
    cwd: root,
  });
  showOutput(stream);
  const collected = collectResult(stream);
  stream.resume();
  await once(stream, "end");
  return collected();
}

/** Passes on what tests say, a line for each file, and the closing lines of Node's runner. */
function showOutput(stream: Stream): void {
  stream.on("test:stdout", ({ message }) => process.stdout.write(message));
  stream.on("test:stderr", ({ message }) => process.stdout.write(message));
  stream.on("test:diagnostic", ({ file, message }) => {
    print(file === undefined ? `ℹ ${message}` : `${place(file)}: ${message}`);
  });
  stream.on("test:summary", ({ file, success, counts, duration_ms }) => {
    if (file === undefined) return;
    const time = `${(duration_ms / 1000).toFixed(1).padStart(5)} s`;
    print(`${success ? "ok    " : "FAILED"} ${time}  ${place(file)}  ${counts.tests} tests`);
  });
}

/** Gathers counts, skips and failures: named as they come, told in full at the end. */
function collectResult(stream: Stream): () => TestResult {
  const counts = { passed: 0, skipped: 0 };
  const failures: string[] = [];
  const notRun: { name: string; reason: string }[] = [];
  const fail = (title: string, reason: string): void => {
    failures.push(`✖ ${title}\n${reason.replaceAll(/^/gm, "    ")}`);
    print(`✖ ${title}`);
  };
  stream.on("test:pass", ({ name, file, skip }) => {
    if (name === file) fail(place(file), "the file holds no test");
    const reason = typeof skip === "string" ? skip : "";
    if (reason.startsWith(NOT_RUN)) notRun.push({ name, reason: reason.slice(NOT_RUN.length) });
    else if (skip) print(`skipped  ${name}: ${reason}`);
  });
  stream.on("test:fail", ({ name, file = "", line = 1, details: { error } }) => {
    if ("failureType" in error && error.failureType === "subtestsFailed") return;
    if (name === file) fail(place(file), "the file itself failed; its output is above");
    else fail(`${place(file)}:${line}: ${name}`, withoutRunner(inspect(error.cause ?? error)));
  });
  stream.on("test:summary", ({ file, counts: { passed, skipped } }) => {
    if (file === undefined) Object.assign(counts, { passed, skipped });
  });
  return () => {
    if (failures.length > 0) print(`\nFailures:\n\n${failures.join("\n\n")}`);
    return { ...counts, failed: failures.length, notRun };
  };
}

function withoutRunner(stack: string): string {
  const frame = /\n {4}at [^\n]*?(?:node:internal|node:async_hooks|<anonymous>\))[^\n{]*/g;
  return stack.replaceAll(frame, "");
}

function place(file: string): string {
  return relative(root, file);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
