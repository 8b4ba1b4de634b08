import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { printable } from "../../../base/text/text.ts";
import { columns, type Terminal } from "../../terminal.ts";
import { findingLines } from "../findings.ts";
import type { Presenter, Shown } from "../presenter.ts";

/** Decisions about entries, and their number by action. */
interface Decisions {
  readonly counts: Shown<"dream">["counts"];
  readonly decisions: Shown<"dream">["decisions"] | Shown<"dream diff">["changes"];
}

const present: Presenter<"dream"> = (output, terminal) => {
  const { before, after } = output.token_count;
  return [
    ...findingLines(output.findings, terminal),
    `${terminal.style("green", "Wrote a proposal")} to ${terminal.path(output.out)}: ${formatNumber(before)} → ${formatCount(after, "token")}`,
    ...decisionLines(output, terminal),
    `Review it, then run: holdall dream adopt|discard ${quoteForShell(terminal.path(output.out))}`,
  ];
};

export default present;

const ROWS_SHOWN = 200;

/** The counts, then every entry that changes. */
export function decisionLines({ counts, decisions }: Decisions, terminal: Terminal): string[] {
  const used = Object.entries(counts).filter(([, count]) => count > 0);
  const changed = decisions.filter(({ action }) => action !== "keep" && action !== "leave");
  const rows = changed
    .slice(0, ROWS_SHOWN)
    .map(({ key, action, reason }) => [action, `${printable(key)}: ${printable(reason)}`] as const);
  const more = changed.length - rows.length;
  return [
    `${terminal.style("bold", "entries")}  ${used.map(([action, count]) => `${count} ${action}`).join(", ") || "none"}`,
    ...columns(rows, terminal),
    ...(more > 0
      ? [terminal.style("dim", `… and ${formatNumber(more)} more (--json lists them all)`)]
      : []),
  ];
}
