import type { Finding } from "../../../base/findings.ts";
import { printable } from "../../../base/text.ts";
import { columns, type Terminal } from "../../terminal.ts";
import { findingLines } from "../findings.ts";

/** A decision of a dream, as results carry it. */
export interface Decision {
  readonly key: string;
  readonly action: string;
  readonly reason: string;
}

interface Output {
  readonly out: string;
  readonly token_count: { readonly before: number; readonly after: number };
  readonly counts: Readonly<Record<string, number>>;
  readonly decisions: readonly Decision[];
  readonly findings: readonly Finding[];
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { before, after } = output.token_count;
  return [
    ...findingLines(output.findings, terminal),
    `${terminal.style("green", "dreamt")}  ${terminal.path(output.out)}  ${before} → ${after} tokens`,
    ...decisionLines(output, terminal),
    `Review it, then: holdall dream adopt|discard ${terminal.path(output.out)}`,
  ];
}

const ROWS_SHOWN = 200;

/** What becomes of entries: the counts, then every entry that does not simply stay. */
export function decisionLines(
  { counts, decisions }: Pick<Output, "counts" | "decisions">,
  terminal: Terminal,
): string[] {
  const said = Object.entries(counts).filter(([, count]) => count > 0);
  const changed = decisions.filter(({ action }) => action !== "keep" && action !== "leave");
  const rows = changed
    .slice(0, ROWS_SHOWN)
    .map(({ key, action, reason }) => [action, `${printable(key)}: ${printable(reason)}`] as const);
  const more = changed.length - rows.length;
  return [
    `${terminal.style("bold", "entries")}  ${said.map(([action, count]) => `${count} ${action}`).join(", ") || "none"}`,
    ...columns(rows, terminal),
    ...(more > 0 ? [terminal.style("dim", `… ${more} more; see all with --json`)] : []),
  ];
}
