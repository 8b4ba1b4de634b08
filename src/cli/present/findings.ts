/** How findings are shown to people, by every command that checks something. */

import type { Finding } from "../../base/findings.ts";
import { formatCount } from "../../base/text/format-count.ts";
import { excerpt, printableLine } from "../../base/text/text.ts";
import { type Terminal, wrap } from "../terminal.ts";

/** More would scroll the verdict off the screen. */
const MAX_SHOWN = 50;
const marks = { error: "✗", warning: "!", note: "·" } as const;
const styles = { error: "red", warning: "yellow", note: "dim" } as const;

/** Findings, one block each: code, place and sentence. */
export function findingLines(findings: readonly Finding[], terminal: Terminal): string[] {
  const lines = findings.slice(0, MAX_SHOWN).flatMap((finding) => {
    const head = `${marks[finding.severity]} ${finding.code}`;
    const body = wrap(printableLine(excerpt(finding.message, 600)), terminal.width - 4);
    const place = placeOf(finding);
    return [
      `${terminal.style(styles[finding.severity], head)}${place === "" ? "" : `  ${place}`}`,
      ...body.map((line) => `    ${line}`),
    ];
  });
  const more = findings.length - MAX_SHOWN;
  return more > 0 ? [...lines, `  … and ${more} more (--json lists them all)`] : lines;
}

function placeOf({ file, line, pointer }: Finding): string {
  const parts = [file === null ? "" : printableLine(file), line === null ? "" : `:${line}`];
  if (pointer !== null && pointer !== "") parts.push(` ${excerpt(pointer, 200)}`);
  return parts.join("");
}

/** "2 errors, 1 warning" */
export function countFindings(findings: readonly Finding[]): string {
  const count = (severity: Finding["severity"]) =>
    findings.filter((finding) => finding.severity === severity).length;
  const counts = (["error", "warning", "note"] as const)
    .map((severity) => [severity, count(severity)] as const)
    .filter(([, number]) => number > 0)
    .map(([severity, number]) => formatCount(number, severity));
  return counts.length === 0 ? "no findings" : counts.join(", ");
}
