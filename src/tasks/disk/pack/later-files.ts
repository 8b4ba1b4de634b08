/** Which files of a project are newer than the session that a task is packed from: they are no part of the task. */

import fs from "node:fs";
import path from "node:path";
import { formatCount } from "../../../base/text/format-count.ts";
import { excerpt, printableLine } from "../../../base/text/text.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { patchStat } from "../../compare/patch-stat.ts";
import { createIgnoreRules, type IgnoreRules } from "../../pack/ignore-rules.ts";
import type { PackSettings } from "../../pack/pack-config.ts";
import { capturedFiles, type Skipped } from "./capture-folder.ts";

/** When a session took place, and what it wrote. */
export interface SessionPeriod {
  readonly startedAt: string;
  readonly endedAt: string;
  /** Files that its agent wrote with its tools, relative to the folder of the session. */
  readonly written: ReadonlySet<string>;
}

/** A project whose files are to be captured. */
export interface SessionProject {
  readonly folder: string;
  readonly period: SessionPeriod;
  /** The commit before the session, and what changed since then; null when no commit is known. */
  readonly base: { readonly diff: Uint8Array | null } | null;
  readonly rules: IgnoreRules;
}

/** A program may still write for a moment after the last message. */
const SLACK_MS = 2 * 60_000;
/** Files that a note names. */
const MAX_NAMED = 5;

/**
 * The files that are left out because they are newer than a session, each with the reason. After a commit that is what
 * changed once the session had ended, except what the session wrote; without one, what changed once it had begun, because
 * nobody knows the file before that. In a folder that the user named they are packed all the same, and a note says so.
 */
export async function laterFiles(
  context: OperationContext,
  project: SessionProject,
  settings: PackSettings,
): Promise<readonly Skipped[]> {
  const { folder, period, base } = project;
  const included = createIgnoreRules(settings.include ?? []);
  const paths = (base === null ? await allPaths(project) : changedPaths(base.diff)).filter(
    (file) => !included.isExcluded(file, false),
  );
  const limit =
    base === null ? Date.parse(period.startedAt) : Date.parse(period.endedAt) + SLACK_MS;
  const newer = paths.filter((file) => modifiedAt(folder, file) > limit);
  if (settings.workspace !== undefined) {
    noteNewer(context, newer);
    return [];
  }
  const isWritten = (file: string) => base !== null && period.written.has(file);
  noteChangedAgain(context, newer.filter(isWritten));
  const since = base === null ? period.startedAt : period.endedAt;
  const why =
    base === null
      ? `it changed after the session began (${since}), and no commit has it as it was; --include packs it as it is`
      : `it changed after the session ended (${since}), which did not write it; --include packs it`;
  return newer.filter((file) => !isWritten(file)).map((file) => ({ path: file, why }));
}

async function allPaths({ folder, rules }: SessionProject): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const entry of capturedFiles(folder, rules).entries()) {
    if (entry.kind === "file") paths.push(entry.path);
  }
  return paths;
}

function changedPaths(diff: Uint8Array | null): readonly string[] {
  // Files of any encoding are in it; their names are ASCII, or quoted.
  return patchStat(Buffer.from(diff ?? []).toString("utf8")).files.map((file) => file.path);
}

/** When a file was last written to; a file that is gone was not. */
function modifiedAt(folder: string, file: string): number {
  const stat = fs.lstatSync(path.join(folder, file), { throwIfNoEntry: false });
  return stat?.isFile() ? stat.mtimeMs : 0;
}

function noteNewer({ note }: OperationContext, newer: readonly string[]): void {
  if (newer.length === 0) return;
  note(
    `${formatCount(newer.length, "file")} changed after the session, and ${newer.length === 1 ? "is" : "are"} packed as now: ${listed(newer)}; --exclude leaves out what is no part of the task`,
  );
}

function noteChangedAgain({ note }: OperationContext, again: readonly string[]): void {
  if (again.length === 0) return;
  const files = formatCount(again.length, "file");
  note(
    `${files} of the session changed again after it, and the patch has them as they are now: ${listed(again)}; --diff FILE takes another patch`,
  );
}

function listed(files: readonly string[]): string {
  const named = files.slice(0, MAX_NAMED).map((file) => printableLine(excerpt(file, 80)));
  return [...named, ...(files.length > MAX_NAMED ? ["…"] : [])].join(", ");
}
