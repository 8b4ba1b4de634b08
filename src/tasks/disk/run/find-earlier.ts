/** What is in the place of a run before it starts: nothing, a run from before, or something that is never replaced. */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { createFindings } from "../../../base/findings.ts";
import { isValid } from "../../../bundles/read-bundle.ts";
import { folderFiles } from "../../../disk/folder.ts";
import { existsOrRecovers } from "../../../disk/write-atomically.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { failedCheckLines, readFailedChecks } from "../../read/failed-checks.ts";
import { readTaskFacts } from "../../read/task-facts.ts";
import type { NoStart } from "../../run/no-start.ts";
import { readTask } from "../read-task.ts";
import type { Pair } from "./plan-pairs.ts";
import { earlierLine, lineWithoutResult, type RunLine } from "./run-line.ts";

const INDEX = "bundle.json";
const REPEAT_AFTER = "end what it names, and repeat the command";
const CURE = "move it away or choose another --out";

/** The line of a pair in whose place something is; null when it has not run. */
export async function findEarlier(pair: Pair): Promise<RunLine | null> {
  const { target } = pair;
  try {
    if (!existsOrRecovers(target)) return null;
    const stat = fs.lstatSync(target);
    if (stat.isSymbolicLink()) return inTheWay(pair, "a link is there");
    if (!stat.isDirectory()) return inTheWay(pair, "a file is there");
    const files = folderFiles(target);
    const facts = await readTaskFacts(files, createFindings("lenient"));
    if (facts === null) return inTheWay(pair, "a folder is there that is no readable run");
    const failed = await readFailedChecks(files, facts.document);
    return earlierLine(pair, facts, failedCheckLines(failed));
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    return lineWithoutResult(pair, "could not run", noStart(error));
  }
}

/** Why an error keeps a run from being started. */
export function noStart({ message, cure = REPEAT_AFTER }: HoldallError): NoStart {
  return { reason: message, cure };
}

function inTheWay(pair: Pair, state: string): RunLine {
  const reason = `Cannot write "${pair.target}": ${state}`;
  return lineWithoutResult(pair, "could not run", { reason, cure: CURE });
}

/** A run that may be replaced, as long as it stays what it was. */
export interface ReplacedRun {
  /** Throws when another process has put something else there meanwhile. */
  check(): void;
}

/** Allows to replace a run, or returns the line that says why not: only what its sums prove to be complete is. */
export async function openReplaced(
  context: OperationContext,
  pair: Pair,
): Promise<ReplacedRun | RunLine> {
  const { target } = pair;
  try {
    const before = indexOf(target);
    const reading = await readTask(context, target, { level: "full" });
    if (before !== null && reading.summed !== null && isValid(reading)) {
      return { check: () => requireSame(target, before) };
    }
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
  }
  const reason = `Cannot replace "${target}": its files are not those of its sums`;
  return lineWithoutResult(pair, "could not run", { reason, cure: CURE });
}

function requireSame(target: string, before: Buffer): void {
  if (indexOf(target)?.equals(before)) return;
  throw new HoldallError("E_EXISTS", `Cannot replace "${target}": it has changed meanwhile`);
}

function indexOf(target: string): Buffer | null {
  try {
    return fs.readFileSync(path.join(target, INDEX));
  } catch {
    return null; // Whoever reads the bundle says why.
  }
}
