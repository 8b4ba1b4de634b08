import { compareBytes } from "../../../base/file-set.ts";
import type { FailedCheck } from "../../read/failed-checks.ts";
import { formatError, formatWho } from "../format-values.ts";
import type { RankedRow, TaskReport } from "../report.ts";
import { groupRows, type TaskKey } from "../standings.ts";

/** What is needed beside a report to say why a run failed. */
export interface JunitOptions {
  readonly taskKey: TaskKey;
  /** The checks that a run did not pass. */
  readonly failedChecks: (row: RankedRow) => Promise<readonly FailedCheck[]>;
}

/** A report as JUnit XML: a suite for each task, a test case for each run. */
export async function reportJunit(report: TaskReport, options: JunitOptions): Promise<string> {
  const suites: string[] = [];
  for (const rows of groupRows(report.ranking, options.taskKey).values()) {
    suites.push(await suiteOf(rows, { ...options, id: suites.length }));
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("")}</testsuites>\n`;
}

type Rows = readonly [RankedRow, ...RankedRow[]];

async function suiteOf(
  rows: Rows,
  { id, failedChecks }: JunitOptions & { readonly id: number },
): Promise<string> {
  const [{ title, createdAt }] = rows;
  const cases: string[] = [];
  for (const runs of groupRows(inOrder(rows), formatWho).values()) {
    for (const [at, row] of runs.entries()) {
      cases.push(await caseOf(row, { attempt: row.attempt ?? at + 1, failedChecks }));
    }
  }
  const count = (kind: Result["kind"]) => rows.filter((row) => resultOf(row).kind === kind).length;
  const attributes = attributesOf({
    id: String(id),
    name: title || "task",
    package: "holdall",
    timestamp: withoutZone(createdAt),
    hostname: "localhost",
    tests: String(rows.length),
    failures: String(count("failure")),
    errors: String(count("error")),
    skipped: String(count("skipped")),
    time: secondsOf(rows.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)),
  });
  const properties = `<properties><property name="generator" value="holdall task report"/></properties>`;
  return `  <testsuite${attributes}>\n    ${properties}\n${cases.join("")}    <system-out/>\n    <system-err/>\n  </testsuite>\n`;
}

/** By agent and attempt, so that two runs of CI list them in the same order. */
function inOrder(rows: Rows): readonly RankedRow[] {
  return [...rows].sort(
    (a, b) =>
      compareBytes(formatWho(a), formatWho(b)) ||
      (a.attempt ?? 0) - (b.attempt ?? 0) ||
      compareBytes(a.bundleDir, b.bundleDir),
  );
}

interface CaseOptions extends Pick<JunitOptions, "failedChecks"> {
  readonly attempt: number;
}

async function caseOf(row: RankedRow, { attempt, failedChecks }: CaseOptions): Promise<string> {
  const result = resultOf(row);
  const attributes = attributesOf({
    name: `${formatWho(row)}, attempt ${attempt}`,
    classname: row.title || "task",
    time: row.durationMs === null ? null : secondsOf(row.durationMs),
  });
  if (result.kind === "success") return `    <testcase${attributes}/>\n`;
  if (result.kind === "skipped") {
    return `    <testcase${attributes}><skipped${attributesOf({ message: result.message })}/></testcase>\n`;
  }
  const checks = result.kind === "failure" ? await failedChecks(row) : [];
  const text = escapeText(failureText(row, checks));
  const reason = attributesOf({ message: messageOf(result.message, checks), type: result.type });
  return `    <testcase${attributes}><${result.kind}${reason}>${text}</${result.kind}></testcase>\n`;
}

type Result =
  | { readonly kind: "success" }
  | { readonly kind: "skipped"; readonly message: string }
  | { readonly kind: "failure" | "error"; readonly message: string; readonly type: string };

function resultOf({ status, score, error, contradiction }: RankedRow): Result {
  if (error !== null) return { kind: "error", message: formatError(error), type: error.kind };
  if (status === "success") return { kind: "success" };
  if (status === null) return { kind: "skipped", message: "the run has no outcome" };
  const scored = score === null ? status : `${status}, score ${score}`;
  return { kind: "failure", message: contradiction ?? scored, type: status };
}

function messageOf(message: string, checks: readonly FailedCheck[]): string {
  const names = checks.map(({ name }) => name).slice(0, 5);
  return names.length === 0 ? message : `${message}: ${names.join(", ")}`;
}

function failureText({ bundleDir }: RankedRow, checks: readonly FailedCheck[]): string {
  const texts = checks.map(({ name, detail, output }) =>
    [`${name}: ${detail}`, output].filter(Boolean).join("\n"),
  );
  return [`run: ${bundleDir}`, ...texts].join("\n\n");
}

function secondsOf(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** The schema that readers share allows no time zone; a text that is no time becomes the beginning of time. */
function withoutZone(at: string): string {
  const time = Date.parse(at);
  return new Date(Number.isNaN(time) ? 0 : time).toISOString().slice(0, 19);
}

function attributesOf(values: Readonly<Record<string, string | null>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === null ? [] : [` ${name}="${escapeAttribute(value)}"`]))
    .join("");
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // As it is, a parser would read a line feed.
  "\r": "&#13;",
};
// What XML 1.0 does not allow, not even as a reference; half a surrogate pair has become U+FFFD before.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, "\ufffd")
    .replaceAll(/[&<>"\r]/g, (char) => escapes[char] ?? char);
}

function escapeAttribute(text: string): string {
  return escapeText(text.replaceAll(/\s+/g, " ").trim());
}
