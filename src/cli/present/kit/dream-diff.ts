import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import { wrap } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";
import { decisionLines } from "./dream.ts";

const present: Presenter<"dream diff"> = (output, terminal) => {
  const { before, after } = output.token_count;
  const removed = output.changes.filter(({ content }) => content !== null);
  return [
    `${terminal.style("bold", terminal.path(output.path))}  dream of ${output.at}, ${formatNumber(before)} → ${formatCount(after, "token")}`,
    ...decisionLines({ counts: output.counts, decisions: output.changes }, terminal),
    ...removed.flatMap(({ key, content }) => [
      terminal.style("bold", `- ${printable(key)}`),
      ...wrap(printable(content ?? ""), terminal.width - 4).map((line) => `    ${line}`),
    ]),
  ];
};

export default present;
