import type { Code, ErrorCode, WarningCode } from "./codes.ts";
import { locatePointers } from "./json/locate.ts";
import { positionAt } from "./json/pointer.ts";
import { formatCount } from "./text/format-count.ts";

/** How a check treats doubtful content: refuse it, or keep it with a warning. */
export type Profile = "strict" | "lenient";

/** How much a finding matters; only an error makes a check fail. */
export type Severity = "error" | "warning" | "note";

/** Where something was found. */
export interface Place {
  readonly file?: string | undefined;
  /** RFC 6901 pointer into the file's JSON (or into one line of a JSONL file). */
  readonly pointer?: string | undefined;
  /** Physical line, counted from 1. */
  readonly line?: number | undefined;
}

/** One result of a check. */
export interface Finding {
  readonly severity: Severity;
  readonly code: Code;
  readonly file: string | null;
  readonly pointer: string | null;
  readonly line: number | null;
  readonly message: string;
  /** The values of the message, for programs: declared and actual, limit and size, offset. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Collects the findings of a check, in bounded memory however many there are. */
export interface Findings {
  readonly profile: Profile;
  error(code: ErrorCode, place: Place, message: string, details?: Finding["details"]): void;
  warn(code: WarningCode, place: Place, message: string, details?: Finding["details"]): void;
  /** An error in the strict profile, the given warning in the lenient one. */
  errorIfStrict(codes: readonly [ErrorCode, WarningCode], place: Place, message: string): void;
  /** Adds the text of a JSON file, so that findings with a pointer into it get a line number. */
  addSource(file: string, text: string): void;
  /** Findings added so far that are errors. */
  errorCount(): number;
  /** Everything found, in the order found, closed by `W_MORE` when the list was cut. */
  list(): readonly Finding[];
}

/** Further findings are counted, not kept. */
const MAX_FINDINGS = 10_000;

interface Found {
  readonly code: Code;
  readonly message: string;
  readonly details?: Finding["details"] | undefined;
}

/** Creates an empty collector. */
export function createFindings(profile: Profile = "strict"): Findings {
  const kept: Finding[] = [];
  const sources = new Map<string, string>();
  let errors = 0;
  let cut = 0;

  function add(severity: Severity, place: Place, { code, message, details }: Found) {
    if (severity === "error") errors++;
    if (kept.length >= MAX_FINDINGS) {
      cut++;
      return;
    }
    const { file = null, pointer = null, line = null } = place;
    kept.push({ severity, code, file, pointer, line, message, ...(details && { details }) });
  }

  return {
    profile,
    error: (code, place, message, details) => add("error", place, { code, message, details }),
    warn: (code, place, message, details) => add("warning", place, { code, message, details }),
    errorIfStrict: ([error, warning], place, message) =>
      profile === "strict"
        ? add("error", place, { code: error, message })
        : add("warning", place, { code: warning, message }),
    addSource: (file, text) => sources.set(file, text),
    errorCount: () => errors,
    list: () => {
      const placed = withLines(kept, sources);
      return cut === 0 ? placed : [...placed, moreFinding(cut, errors)];
    },
  };
}

function withLines(
  findings: readonly Finding[],
  sources: ReadonlyMap<string, string>,
): readonly Finding[] {
  const lines = new Map<string, ReadonlyMap<string, number>>();
  for (const [file, text] of sources) {
    const pointers = findings
      .filter((finding) => finding.file === file && finding.line === null)
      .flatMap(({ pointer }) => (pointer === null ? [] : [pointer]));
    if (pointers.length > 0) lines.set(file, linesOf(text, new Set(pointers)));
  }
  if (lines.size === 0) return findings;
  return findings.map((finding) => {
    const { file, pointer } = finding;
    if (file === null || pointer === null || finding.line !== null) return finding;
    const line = lines.get(file)?.get(pointer);
    return line === undefined ? finding : { ...finding, line };
  });
}

function linesOf(text: string, pointers: ReadonlySet<string>): ReadonlyMap<string, number> {
  const offsets = [...locatePointers(text, pointers)].sort((a, b) => a[1] - b[1]);
  const lines = new Map<string, number>();
  let line = 1;
  let from = 0;
  for (const [pointer, offset] of offsets) {
    line += positionAt(text.slice(from, offset), offset - from).line - 1;
    from = offset;
    lines.set(pointer, line);
  }
  return lines;
}

function moreFinding(cut: number, errors: number): Finding {
  return {
    // The list may have been cut before the first error, and must still make the check fail.
    severity: errors > 0 ? "error" : "warning",
    code: "W_MORE",
    file: null,
    pointer: null,
    line: null,
    message: `${formatCount(cut, "further finding")} not listed (${formatCount(errors, "error")} in total)`,
    details: { cut, errors },
  };
}

/** Whether a check with these findings passes. */
export function isOk(findings: readonly Finding[]): boolean {
  return findings.every((finding) => finding.severity !== "error");
}

/**
 * The exit code of a finished check: 0 when it passes, 1 when it fails, and 4 when something could not be
 * read, because then the result is unknown.
 */
export function checkExitCode(findings: readonly Finding[]): 0 | 1 | 4 {
  if (isOk(findings)) return 0;
  return findings.some(({ code }) => code === "E_IO") ? 4 : 1;
}
