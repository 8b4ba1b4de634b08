import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Terminal } from "../../terminal.ts";
import { findingLines } from "../findings.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Output = Shown<"memory import">;

const present: Presenter<"memory import"> = (output, terminal) => {
  const { layer, read, stored, known, reactivated, notes, anchors, findings } = output;
  const counts = joined([
    [stored, "stored", true],
    [known, "already known"],
    [reactivated, "reactivated"],
  ]);
  const head = `${terminal.style("green", "Imported")} ${formatCount(read, "unit")} from ${layer}: ${counts}`;
  return [
    ...(layer === "anchors" ? [] : [head]),
    ...(notes === null ? [] : noteLines(notes, terminal)),
    ...(anchors === null || anchors.read === 0 ? [] : [anchorLine(anchors)]),
    ...findingLines(findings, terminal),
  ];
};

export default present;

/** Counts in words; zeros are left out except where the last value is true. */
function joined(counts: readonly (readonly [number, string, boolean?])[]): string {
  return counts
    .filter(([count, , isAlways]) => isAlways || count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ");
}

/** Statements left out that are listed; `--json` lists more. */
const MAX_SHOWN = 10;

function noteLines(notes: NonNullable<Output["notes"]>, terminal: Terminal): readonly string[] {
  const { files, candidates, admitted, rejected, conflicts, redactions, left_out } = notes;
  const all = Object.values(rejected).reduce((sum, count) => sum + count, 0);
  const counts = joined([
    [admitted, "admitted", true],
    [all, "left out"],
    [conflicts, conflicts === 1 ? "contradicts another" : "contradict another"],
    [redactions, redactions === 1 ? "secret redacted" : "secrets redacted"],
  ]);
  return [
    `notes  ${formatCount(candidates, "statement")} in ${formatCount(files, "file")}: ${counts}`,
    ...left_out.slice(0, MAX_SHOWN).map(({ where, reason_code, begins }) => {
      const text = `${printable(where)}: ${printable(begins)}`;
      return terminal.style("dim", `  left out (${reason_code})  ${text}`);
    }),
    ...(all > MAX_SHOWN ? [terminal.style("dim", `  and ${all - MAX_SHOWN} more`)] : []),
  ];
}

function anchorLine({ read, set, known, older }: NonNullable<Output["anchors"]>): string {
  const counts = joined([
    [set, "set", true],
    [known, "already known"],
    [older, "older than the present one"],
  ]);
  return `anchors (task, next step)  ${read} in the log: ${counts}`;
}
