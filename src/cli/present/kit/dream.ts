import { printable } from "../../../base/text.ts";
import { columns, type Terminal } from "../../terminal.ts";
import { findingLines } from "../findings.ts";
import type { Presenter, Shown } from "../presenter.ts";

/** What was decided about entries, and how often. */
interface Decisions {
  readonly counts: Shown<"dream">["counts"];
  readonly decisions: Shown<"dream">["decisions"] | Shown<"dream diff">["changes"];
}

const present: Presenter<"dream"> = (output, terminal) => {
  const { before, after } = output.token_count;
  return [
    ...findingLines(output.findings, terminal),
    `${terminal.style("green", "dreamt")}  ${terminal.path(output.out)}  ${before} → ${after} tokens`,
    ...decisionLines(output, terminal),
    `Review it, then: holdall dream adopt|discard ${terminal.path(output.out)}`,
  ];
};

export default present;

const ROWS_SHOWN = 200;

/** What becomes of entries: the counts, then every entry that does not simply stay. */
export function decisionLines({ counts, decisions }: Decisions, terminal: Terminal): string[] {
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
