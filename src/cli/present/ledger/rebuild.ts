import { formatCount } from "../../../base/text/format-count.ts";
import { columns } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"ledger rebuild"> = (output, terminal) => {
  const rows = Object.entries(output.tables).map(
    ([name, n]) => [name, formatCount(n, "row")] as const,
  );
  return [
    ...columns(rows, terminal),
    `${terminal.style("green", "Rebuilt")} ${formatCount(rows.length, "table")} from ${formatCount(output.events, "event")}`,
  ];
};

export default present;
