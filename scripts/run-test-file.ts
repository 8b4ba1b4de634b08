/** Runs one test file with Node's runner, in a process of its own. */
import { type EventEmitter, once } from "node:events";
import { join, relative } from "node:path";
import { run } from "node:test";
import { inspect } from "node:util";
import { root } from "./run.ts";
import { createScratchUser } from "./scratch-user.ts";

/** A cross-check that this machine could not make, and why. */
export interface NotRun {
  readonly name: string;
  readonly reason: string;
  /** Whether CI can install what it needs. */
  readonly isInstallable: boolean;
}

/** What came of one file. */
export interface FileResult {
  readonly seconds: number;
  readonly tests: number;
  readonly passed: number;
  readonly skipped: number;
  /** Each with its place, its name and what went wrong. */
  readonly failures: readonly string[];
  readonly notRun: readonly NotRun[];
}

/** Only a file that hangs takes so long, however slow the disk is. */
const MAX_MS = 30 * 60 * 1000;
/** How a reason begins: for a program that CI installs, and for one that cannot be had from any registry. */
const NOT_RUN = /^not run( \(in no registry\))?: /;

type Stream = ReturnType<typeof run>;
type Print = (line: string) => void;

/** What a run needs besides the file. */
export interface FileOptions {
  readonly print: Print;
  /** Ends the file early. */
  readonly signal: AbortSignal;
}

/** Runs a test file (`src/…` or `test/…`) to its end, in a home of its own, and prints what its tests print. */
export async function runTestFile(
  path: string,
  { print, signal }: FileOptions,
): Promise<FileResult> {
  const start = performance.now();
  const { env, endProcesses, remove } = createScratchUser();
  signal.addEventListener("abort", endProcesses);
  try {
    const stream = run({ files: [join(root, path)], timeout: MAX_MS, signal, cwd: root, env });
    passOn(stream, path, print);
    const collected = collect(stream, print);
    stream.resume();
    await once(stream, "end");
    return { ...collected(), seconds: (performance.now() - start) / 1000 };
  } finally {
    signal.removeEventListener("abort", endProcesses);
    remove();
  }
}

/** Passes on what tests print and what they note about themselves. */
function passOn(stream: Stream, path: string, print: Print): void {
  stream.on("test:stdout", ({ message }) => print(message.replace(/\n$/, "")));
  stream.on("test:stderr", ({ message }) => print(message.replace(/\n$/, "")));
  stream.on("test:diagnostic", ({ file, message }) => {
    if (file !== undefined) print(`${path}: ${message}`); // The others are the runner's own counts.
  });
}

/** Gathers counts, skips and failures: named as they come, printed in full at the end. */
export function collect(
  stream: Pick<Stream, "on"> | EventEmitter,
  print: Print,
): () => Omit<FileResult, "seconds"> {
  const counts = { tests: 0, passed: 0, skipped: 0 };
  const failures: string[] = [];
  const notRun: NotRun[] = [];
  const fail = (title: string, reason: string): void => {
    failures.push(`✖ ${title}\n${reason.replaceAll(/^/gm, "    ")}`);
    print(`✖ ${title}`);
  };
  stream.on("test:pass", ({ name, file = "", skip }) => {
    if (name === file) fail(place(file), "the file contains no test");
    const reason = typeof skip === "string" ? skip : "";
    const [start, unobtainable] = NOT_RUN.exec(reason) ?? [];
    if (start !== undefined) {
      const isInstallable = unobtainable === undefined;
      notRun.push({ name, reason: reason.slice(start.length), isInstallable });
    } else if (skip) print(`skipped  ${name}: ${reason}`);
  });
  stream.on("test:fail", ({ name, file = "", line = 1, details: { error } }) => {
    if ("failureType" in error && error.failureType === "subtestsFailed") return;
    if (name === file) fail(place(file), "the file itself failed; its output is above");
    else fail(`${place(file)}:${line}: ${name}`, withoutRunner(inspect(error.cause ?? error)));
  });
  stream.on("test:summary", ({ file, counts: { tests, passed, skipped } }) => {
    if (file === undefined) Object.assign(counts, { tests, passed, skipped });
  });
  return () => ({ ...counts, failures, notRun });
}

function withoutRunner(stack: string): string {
  const frame = /\n {4}at [^\n]*?(?:node:internal|node:async_hooks|<anonymous>\))[^\n{]*/g;
  return stack.replaceAll(frame, "");
}

function place(file: string): string {
  return relative(root, file);
}
