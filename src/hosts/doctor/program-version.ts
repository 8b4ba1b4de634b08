import { runProgram } from "../../programs/run-program.ts";
import { XDG_FOLDERS } from "../../programs/variables.ts";

/** A program that does not answer is not waited for. */
const TIMEOUT_MS = 8_000;
const MAX_OUTPUT = 64 * 1024;

/** The version that a program prints for `--version`; null when it prints none in time. */
export async function programVersion(program: string): Promise<string | null> {
  const result = await runProgram({
    program,
    args: ["--version"],
    variables: XDG_FOLDERS,
    set: { OPENCODE_DISABLE_PROJECT_CONFIG: "1", NO_COLOR: "1" },
    timeoutMs: TIMEOUT_MS,
    maxOutput: MAX_OUTPUT,
    onMoreOutput: "end",
  }).catch(() => null);
  const output = result === null ? "" : `${result.stdout}\n${result.stderr}`;
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
  const ours = left.split(".").map(Number);
  const theirs = right.split(".").map(Number);
  for (let part = 0; part < 3; part++) {
    const difference = (ours[part] ?? 0) - (theirs[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
