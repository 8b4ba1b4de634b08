import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { findEscapingLinks, type Link } from "../../../base/escaping-links.ts";
import { sha256 } from "../../../base/hash.ts";
import { pathFault } from "../../../base/paths.ts";
import { decodeUtf8, excerpt } from "../../../base/text/text.ts";
import { folderFiles } from "../../../disk/folder.ts";
import { readAtOnce } from "../../../disk/open-file.ts";
import { pathInside } from "../../../disk/path-inside.ts";
import { readSmallFile } from "../../../disk/small-file.ts";
import { createTemporaryFolder, removeTemporary } from "../../../disk/temporary.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { type Answer, checkDiff } from "../../judge/check-diff.ts";
import {
  type Check,
  type CheckResult,
  checksSchema,
  isCommand,
  type JudgedOutcome,
  outcomeOf,
} from "../../judge/checks.ts";
import { runProcess } from "../run-process.ts";

const MAX_BYTES = 1024 * 1024;
const MAX_FILE = 16 * 1024 * 1024;

/** Reads a file of checks that the user named. */
export function readChecks({ cwd }: Pick<OperationContext, "cwd">, file: string): readonly Check[] {
  const absolute = path.resolve(cwd, file);
  const options = { what: "file of checks", maxBytes: MAX_BYTES };
  const { text } = readSmallFile(path.dirname(absolute), path.basename(absolute), options);
  const parsed = checksSchema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data.checks;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") ?? "";
  throw new HoldallError(
    "E_SHAPE",
    `Cannot use the checks of "${file}": ${place === "" ? "" : `${place}: `}${issue?.message}`,
    { cure: 'write {"checks": [{"name", "kind", …}]}; see docs/tasks.md' },
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Reported by the schema.
  }
}

/** What is judged, and what the judge may do. */
export interface JudgeOrder {
  /** The files as the run left them. */
  readonly folder: string;
  readonly patch: string;
  readonly checks: readonly Check[];
  readonly allowExec: boolean;
}

/** Refuses commands that were not allowed, before anything is done. */
export function requireAllowed(checks: readonly Check[], allowExec: boolean): void {
  const named = checks.find(isCommand);
  if (named === undefined || allowExec) return;
  throw new HoldallError("E_PROTECTED", `Cannot run the check "${named.name}": it is a command`, {
    cure: "add --allow-exec if you trust the checks and the files they run on",
  });
}

/**
 * Judges a folder by deterministic checks; commands run in a copy of it. The folder is a temporary one: links that a
 * run or its patch left in it and that lead out are removed first, so that no check reads or writes elsewhere.
 */
export async function judgeFolder(order: JudgeOrder): Promise<JudgedOutcome> {
  requireAllowed(order.checks, order.allowExec);
  await removeEscapingLinks(order.folder);
  const results: CheckResult[] = [];
  for (const check of order.checks) {
    const { passed, detail } = await answer(check, order);
    const { name, kind, weight, required } = check;
    results.push({ name, kind, weight, required, passed, detail: excerpt(detail, 500) });
  }
  return outcomeOf(results);
}

async function answer(check: Check, order: JudgeOrder): Promise<Answer> {
  if (isCommand(check)) return runCheck(check, order.folder);
  if (check.kind === "file_equals" || check.kind === "file_contains") {
    return checkFile(check, order.folder);
  }
  return checkDiff(check, order.patch);
}

type FileCheck = Extract<Check, { kind: "file_equals" | "file_contains" }>;

function checkFile(check: FileCheck, folder: string): Answer {
  const fault = pathFault(check.path);
  if (fault !== null) return { passed: false, detail: `The path ${fault}` };
  const bytes = bytesInside(folder, check.path);
  if (bytes === null) return { passed: false, detail: `${check.path} is absent or no file` };
  if (check.kind === "file_contains") {
    const passed = (decodeUtf8(bytes) ?? "").includes(check.text);
    return { passed, detail: passed ? "the text is there" : "the text is not there" };
  }
  const wanted = check.sha256 ?? sha256(check.text ?? "");
  const passed = sha256(bytes) === wanted;
  return { passed, detail: passed ? "equal" : "different" };
}

async function removeEscapingLinks(folder: string): Promise<void> {
  const links: Link[] = [];
  for await (const { kind, path: at, target = "" } of folderFiles(folder).entries()) {
    if (kind === "link") links.push({ path: at, target });
  }
  for (const at of findEscapingLinks(links).keys()) fs.unlinkSync(path.join(folder, at));
}

/** A regular file, reached without following a link: a run may have created any. */
function bytesInside(folder: string, relative: string): Uint8Array | null {
  try {
    return readAtOnce(pathInside(folder, relative), MAX_FILE).bytes;
  } catch {
    return null; // There is none, or a link is in its place.
  }
}

/** A run may leave pipes and sockets, which cannot be copied. */
function isCopied(file: string): boolean {
  const stat = fs.lstatSync(file);
  return stat.isFile() || stat.isDirectory() || stat.isSymbolicLink();
}

type CommandCheck = Extract<Check, { command: string }>;

async function runCheck(check: CommandCheck, folder: string): Promise<Answer> {
  const scratch = createTemporaryFolder();
  try {
    const copy = path.join(scratch, "files");
    const home = path.join(scratch, "home");
    fs.mkdirSync(home);
    fs.cpSync(folder, copy, { recursive: true, verbatimSymlinks: true, filter: isCopied });
    const { exitCode, isTimedOut } = await runProcess({
      command: "/bin/sh",
      args: ["-c", check.command],
      cwd: copy,
      variables: [],
      set: { HOME: home },
      timeoutMs: check.timeoutMs,
    });
    const wanted = check.kind === "command" ? check.exitCode : 0;
    if (isTimedOut) return { passed: false, detail: `ended at its limit of ${check.timeoutMs} ms` };
    return { passed: exitCode === wanted, detail: `exit ${exitCode ?? "by a signal"}` };
  } finally {
    removeTemporary(scratch);
  }
}
