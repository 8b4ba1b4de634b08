import { execFile } from "node:child_process";
import os from "node:os";

/** A program that does not answer is not waited for. */
const TIMEOUT_MS = 8_000;
const MAX_OUTPUT = 64 * 1024;

/** The version that a program prints for `--version`; null when it prints none in time. */
export async function programVersion(program: string): Promise<string | null> {
  // Not in the project: some programs read the settings of the folder they are started in.
  const options = { cwd: os.tmpdir(), timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT };
  const output = await new Promise<string>((resolve) => {
    execFile(program, ["--version"], options, (_error, stdout, stderr) =>
      resolve(`${stdout}\n${stderr}`),
    );
  });
  return /\b\d{1,6}\.\d{1,6}(?:\.\d{1,6})?\b/.exec(output)?.[0] ?? null;
}

/** Whether a version is below, within or above the range that was tested. */
export function compareToTested(
  version: string,
  { oldest, newest }: { readonly oldest: string; readonly newest: string },
): "older" | "tested" | "newer" {
  if (compare(version, oldest) < 0) return "older";
  return compare(version, newest) > 0 ? "newer" : "tested";
}

function compare(left: string, right: string): number {
  const [ours, theirs] = [left.split(".").map(Number), right.split(".").map(Number)];
  for (let part = 0; part < 3; part++) {
    const difference = (ours[part] ?? 0) - (theirs[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
