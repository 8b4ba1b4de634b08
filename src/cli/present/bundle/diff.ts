import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { printable, printableLine } from "../../../base/text/text.ts";
import { wrap } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

const MAX_SHOWN = 100;
const marks = { added: "+", removed: "-", changed: "~", moved: "⇅" } as const;
const styles = { added: "green", removed: "red", changed: "yellow", moved: "cyan" } as const;

const present: Presenter<"diff"> = (output, terminal) => {
  const lines: string[] = [];
  for (const change of output.changes.slice(0, MAX_SHOWN)) {
    const place = [change.file, change.where].filter((part) => part !== null).join(" ");
    lines.push(
      `${terminal.style(styles[change.kind], marks[change.kind])} ${printableLine(place)}`,
    );
    if (change.left !== null)
      lines.push(...wrap(`- ${printable(change.left)}`, terminal.width - 4, "  ").map(indent));
    if (change.right !== null)
      lines.push(...wrap(`+ ${printable(change.right)}`, terminal.width - 4, "  ").map(indent));
  }
  if (output.count > MAX_SHOWN) lines.push(`… and ${formatNumber(output.count - MAX_SHOWN)} more`);
  const damaged = [
    output.left.ok ? "" : "the left one is not valid",
    output.right.ok ? "" : "the right one is not valid",
  ];
  const verdict = output.same
    ? terminal.style("green", "Same content")
    : `${terminal.style("red", "Different:")} ${formatCount(output.count, "difference")}`;
  return [...lines, [verdict, ...damaged.filter((each) => each !== "")].join(", ")];
};

export default present;

function indent(line: string): string {
  return `    ${line}`;
}
