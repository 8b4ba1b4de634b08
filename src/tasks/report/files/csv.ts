import { printable } from "../../../base/text/text.ts";
import type { TaskReport } from "../report.ts";

const columns = [
  "rank",
  "title",
  "tool",
  "model",
  "status",
  "score",
  "durationMs",
  "tokens",
  "costUsd",
  "interventions",
  "eventCount",
  "workspaceFileCount",
  "createdAt",
  "taskHash",
  "bundleDir",
] as const;

/** The ranking as CSV (RFC 4180), one line for each run; what is unknown is an empty field. */
export function reportCsv({ ranking }: TaskReport): string {
  const lines = ranking.map((row) =>
    [...columns.map((key) => field(row[key])), field(row.error?.kind ?? null)].join(","),
  );
  return `${[[...columns, "error"].join(","), ...lines].join("\r\n")}\r\n`;
}

function field(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  // A spreadsheet would run a text that begins like a formula.
  const text = printable(value);
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
