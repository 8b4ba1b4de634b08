import * as z from "zod";
import type { FileSet } from "../../base/file-set.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { excerptLine } from "../../base/text/one-line.ts";
import { decodeUtf8, readBytes } from "../../base/text/text.ts";
import { objectOf, ownValue, textOf } from "../../model/task-bundle.ts";

/** A check that a run did not pass. */
export interface FailedCheck {
  readonly name: string;
  readonly detail: string;
  /** The end of what it printed. */
  readonly output: string;
}

/** A check that a run did not pass, in few words: a result lists those of many runs. */
export const failedCheckSchema = () =>
  z.object({
    name: z.string(),
    /** How it ended, and a line of what it printed. */
    reason: z.string(),
  });

/** A check that a run did not pass, in few words. */
export type FailedCheckLine = z.infer<ReturnType<typeof failedCheckSchema>>;

/** Checks that a result names of one run, and characters of each part of a reason. */
const MAX_NAMED = 5;
const MAX_PART = 160;

/** Lines in which test programs and languages report a failure. */
const FAILURE =
  /^\s*(?:[✖✗×]|not ok\b|FAIL\b|E {2})|\b(?:\w*Error|Exception|failed|panicked|No such file)\b/;

/** Lines in which test programs say what was expected: assertions of Node, TAP, pytest, Jest, and errors of languages. */
const ASSERTION = /^\s*(?:\w*(?:Error|Exception)\b.*:|error: |E {2,}\S|expect\()|\bpanicked at\b/;
/** Where what was expected ends: the stack, the source, the next key. */
const ASSERTION_END =
  /^\s*(?:at |\d+ \||[>}]|\.{3}$|-{3}$|code: |stack: |generatedMessage|[✖✗×●]|(?:not )?ok\b|[\w./-]+:\d+: )/;
/** Lines of an assertion that a reason has, and characters of them. */
const MAX_ASSERTION_LINES = 4;
const MAX_ASSERTION = 300;

/** The first failed checks of a run in few words. */
export function failedCheckLines(checks: readonly FailedCheck[]): readonly FailedCheckLine[] {
  return checks.slice(0, MAX_NAMED).map(({ name, detail, output }) => {
    return { name: excerptLine(name, MAX_PART), reason: reasonOf(detail, output) };
  });
}

/**
 * How a check ended, and the first assertion that failed; else the first line that reports a failure, else the first
 * line of what it printed.
 */
function reasonOf(detail: string, output: string): string {
  // As the record of the check was made.
  const lines = output
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "");
  const telling = assertionIn(lines) ?? lines.find((line) => FAILURE.test(line)) ?? lines[0];
  if (telling === undefined) return excerptLine(detail, MAX_PART);
  // The record has the last line, which often says nothing.
  const last = `: ${lines.at(-1)}`;
  const ending = detail.endsWith(last) ? detail.slice(0, -last.length) : detail;
  return `${excerptLine(ending, MAX_PART)}; it printed: ${excerptLine(telling, MAX_ASSERTION)}`;
}

function assertionIn(lines: readonly string[]): string | null {
  const start = lines.findIndex((line) => ASSERTION.test(line));
  if (start === -1) return null;
  const [first = "", ...next] = lines.slice(start, start + MAX_ASSERTION_LINES);
  const end = next.findIndex((line) => ASSERTION_END.test(line));
  return [first, ...(end === -1 ? next : next.slice(0, end))]
    .map((line) => line.trim().replace(/\s+/g, " "))
    .join(" ");
}

const MAX_CHECKS = 50;
const MAX_FILE = 1024 * 1024;
const MAX_OUTPUT = 8000;

/** The checks that a run did not pass, with the end of what each printed. */
export async function readFailedChecks(
  files: FileSet,
  document: JsonObject,
): Promise<readonly FailedCheck[]> {
  const checks = ownValue(objectOf(document, "outcome"), "checks");
  if (!Array.isArray(checks)) return [];
  const failed: FailedCheck[] = [];
  for (const [at, check] of checks.entries()) {
    if (!isObject(check) || ownValue(check, "passed") !== false) continue;
    if (failed.length === MAX_CHECKS) break;
    failed.push({
      name: textOf(check, "name") ?? "",
      detail: textOf(check, "detail") ?? "",
      output: await readOutput(files, at + 1),
    });
  }
  return failed;
}

async function readOutput(files: FileSet, number: number): Promise<string> {
  const entry = await files.get(`checks/${number}.txt`);
  if (entry?.kind !== "file" || entry.size > MAX_FILE) return "";
  const text = decodeUtf8(await readBytes(entry, MAX_FILE)) ?? "";
  return text.length > MAX_OUTPUT ? `…${text.slice(-MAX_OUTPUT)}` : text;
}
