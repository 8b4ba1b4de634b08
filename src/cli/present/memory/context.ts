import { printable } from "../../../base/text/text.ts";
import { documentOf } from "../document.ts";
import type { Presenter } from "../presenter.ts";
import { linesOf } from "./find.ts";

const present: Presenter<"memory context"> = ({ index, hits, invariants, packet }, terminal) => {
  if (packet !== null) return [documentOf(packet)];
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [terminal.style("bold", title), ...lines, ""];
  return [
    ...section(
      "index",
      printable(index)
        .trimEnd()
        .split("\n")
        .filter((line) => line !== ""),
    ),
    ...section(
      "invariants",
      invariants.map((text) => `- ${printable(text)}`),
    ),
    ...(hits.length === 0 ? ["No units found"] : hits.flatMap((hit) => linesOf(hit, terminal))),
  ];
};

export default present;
