import fs from "node:fs";
import path from "node:path";
import { startHalted } from "./halted-program.ts";
import { makeScratch } from "./scratch.ts";

/** What a command changed on disk, and what lay there before each change. */
export interface Changes {
  /** The state before each change: copies of the folders that were named, in their order. */
  readonly states: readonly (readonly string[])[];
  /** The number of each change, counted from 1. */
  readonly all: readonly number[];
  /** The first change of each kind, and the last one of all. */
  readonly steps: readonly number[];
}

/**
 * Runs a command to its end and finds where it can be killed. With `from` each place is a copy of these
 * folders, as the kill would leave them; otherwise a place is the number of a change.
 */
export async function findChanges(
  { cwd, store, from = [] }: { cwd: string; store?: string | undefined; from?: readonly string[] },
  args: readonly string[],
): Promise<Changes> {
  const scratch = makeScratch();
  const log = path.join(scratch, "log");
  const to = path.join(scratch, "states");
  const watch = { in: cwd, log, ...(from.length > 0 && { copies: { to, from } }) };
  const { ended, problems } = startHalted({ cwd, store, watch }, args);
  if ((await ended) !== 0) throw new Error(problems());
  const lines = fs.readFileSync(log, "utf8").trimEnd().split("\n");
  const kinds = lines.map((line) => kindOf(line.replace(cwd, "")));
  return {
    states: from.length === 0 ? [] : lines.map((_, index) => copiesOf(to, index + 1, from.length)),
    all: lines.map((_, index) => index + 1),
    steps: [
      ...new Set([...kinds.keys()].filter((at) => kinds.indexOf(kinds[at] ?? "") === at)),
      kinds.length - 1,
    ].map((at) => at + 1),
  };
}

/** What a change does, and in which folder: names of files and numbers do not matter. */
function kindOf(line: string): string {
  const [change = "", ...rest] = line.split(" ");
  return `${change} ${path.dirname(rest.join(" ")).replaceAll(/[0-9a-f-]{3,}|\d+/g, "0")}`;
}

function copiesOf(folder: string, change: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => path.join(folder, `${change}`, `${index}`));
}
