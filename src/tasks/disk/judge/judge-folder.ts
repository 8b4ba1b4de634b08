import fs from "node:fs";
import path from "node:path";
import { findEscapingLinks, type Link } from "../../../base/escaping-links.ts";
import { excerpt } from "../../../base/text/text.ts";
import { folderFiles } from "../../../disk/folder.ts";
import { patchStat } from "../../compare/patch-stat.ts";
import type { HiddenFiles } from "../../hidden-files.ts";
import { type Answer, checkDiff } from "../../judge/check-diff.ts";
import {
  type Check,
  type CheckResult,
  type HiddenUse,
  isCommand,
  type JudgedOutcome,
  outcomeOf,
} from "../../judge/checks.ts";
import type { TaskContainer } from "../container/open-containers.ts";
import { checkFile } from "./check-file.ts";
import { type LaidOver, layOver } from "./lay-over.ts";
import { runCheck } from "./run-check.ts";

/** What a run left. */
export interface RunFiles {
  /** A temporary folder with the files after the run. */
  readonly folder: string;
  /** The patch from the files before the run. */
  readonly patch: string;
  /** Files of the task that are laid over those of the run; null when it has none. */
  readonly hidden: HiddenFiles | null;
  /** Ends a check that is under way. */
  readonly signal?: AbortSignal | undefined;
  /** Where commands run; null for this machine. */
  readonly container?: TaskContainer | null;
}

/**
 * Judges the files of a run by deterministic checks. Links that the run or its patch left in the folder and that lead
 * out are removed first, so that no check reads or writes elsewhere. Then the hidden files of the task replace what the
 * run wrote in their place, so that a run cannot pass by changing the tests.
 */
export async function judgeFolder(
  checks: readonly Check[],
  { folder, patch, hidden, signal, container = null }: RunFiles,
): Promise<JudgedOutcome> {
  await removeEscapingLinks(folder);
  const laid = hidden && overlaid(await layOver(hidden, folder), patch);
  const results: CheckResult[] = [];
  for (const check of checks) {
    const { passed, detail, output } = await answer(check, { folder, patch, signal, container });
    const { name, kind, weight, required } = check;
    const printed = output === undefined ? {} : { output };
    results.push({
      name,
      kind,
      weight,
      required,
      passed,
      detail: excerpt(detail, 500),
      ...printed,
    });
  }
  return { ...outcomeOf(results), ...(laid ? { hidden: laid } : {}) };
}

/** What of the hidden files' places the run itself had changed. */
function overlaid({ files, changed }: LaidOver, patch: string): HiddenUse {
  const touched = new Set(patchStat(patch).files.map((file) => file.path));
  return { files, replaced: changed.filter((each) => touched.has(each)) };
}

/** Removes links that lead out of a folder. */
export async function removeEscapingLinks(folder: string): Promise<void> {
  const links: Link[] = [];
  for await (const { kind, path: at, target = "" } of folderFiles(folder).entries()) {
    if (kind === "link") links.push({ path: at, target });
  }
  for (const at of findEscapingLinks(links).keys()) fs.unlinkSync(path.join(folder, at));
}

async function answer(
  check: Check,
  { folder, patch, signal, container = null }: Omit<RunFiles, "hidden">,
): Promise<Answer> {
  if (isCommand(check)) return runCheck(check, folder, { signal, container });
  if (check.kind === "file_equals" || check.kind === "file_contains") {
    return checkFile(check, folder);
  }
  return checkDiff(check, patch);
}
