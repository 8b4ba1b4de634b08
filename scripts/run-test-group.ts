/** Runs several test files in one process: most of what a quick file costs is the start and what it loads. */
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inspect } from "node:util";
import { root } from "./run.ts";
import { collect, type FileOptions, type FileResult } from "./run-test-file.ts";
import { createScratchUser } from "./scratch-user.ts";

/** Runs test files (`src/…`) one after another in a process and a home of their own. */
export async function runTestGroup(
  paths: readonly string[],
  { print, signal }: FileOptions,
): Promise<FileResult> {
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "holdall-group-"));
  try {
    const events = join(folder, "events");
    const code = await runNode([...reporterTo(events), ...paths], { print, signal });
    const result = resultOf(readFileSync(events, "utf8"), print);
    const failures = [...result.failures, ...missingIn(paths, result.files)];
    if (code !== 0 && failures.length === 0)
      failures.push(`✖ ${paths.join(" ")}\n    ended with ${code}`);
    return { ...result, failures, seconds: (performance.now() - start) / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function reporterTo(file: string): string[] {
  const reporter = join(root, "scripts/event-reporter.ts");
  return [
    "--test-isolation=none",
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${file}`,
  ];
}

async function runNode(
  args: readonly string[],
  { print, signal }: FileOptions,
): Promise<number | null> {
  const { env, endProcesses, remove } = createScratchUser();
  signal.addEventListener("abort", endProcesses);
  try {
    const child = spawn(process.execPath, ["--test", ...args], {
      cwd: root,
      env,
      signal,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => print(text.replace(/\n$/, "")));
    }
    const [code] = await once(child, "close");
    return code;
  } finally {
    signal.removeEventListener("abort", endProcesses);
    remove();
  }
}

interface GroupResult extends Omit<FileResult, "seconds"> {
  /** The files whose tests ran. */
  readonly files: ReadonlySet<string>;
}

function resultOf(lines: string, print: FileOptions["print"]): GroupResult {
  const events = new EventEmitter();
  const collected = collect(events, print);
  const files = new Set<string>();
  for (const line of lines.split("\n").filter((each) => each !== "")) {
    const { type, data } = JSON.parse(line);
    // Node reports a file without tests as a test that passed, named after it.
    const isFile = data.file === undefined || resolve(root, data.name ?? "") === data.file;
    if (!isFile) files.add(data.file);
    if (type === "test:diagnostic" && data.file !== undefined) print(data.message);
    events.emit(type, type === "test:fail" ? { ...data, details: { error: shown(data) } } : data);
  }
  return { ...collected(), files };
}

/** An error that is printed as it was there. */
function shown({
  details,
}: {
  details: { error: { text: string; failureType?: string } };
}): object {
  const { text, failureType } = details.error;
  return { [inspect.custom]: () => text, ...(failureType === undefined ? {} : { failureType }) };
}

function missingIn(paths: readonly string[], files: ReadonlySet<string>): string[] {
  return paths
    .filter((path) => !files.has(join(root, path)))
    .map((path) => `✖ ${path}\n    the file contains no test, or none ran`);
}
