import { excerptLine } from "../../../base/text/one-line.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory list"> = ({ units }, terminal) => {
  if (units.length === 0) return ["There are no units. To store one: holdall memory store TEXT"];
  return units.map(({ id, node_id, begins, tags }) => {
    const name = node_id === null ? id.slice(0, 12) : excerpt(node_id, 40);
    const line = begins === null ? "(redacted)" : excerptLine(begins, 70);
    const tagged =
      tags.length === 0 ? "" : `  ${terminal.style("dim", excerpt(tags.join(", "), 40))}`;
    return `${terminal.style("bold", name)}  ${line}${tagged}`;
  });
};

export default present;
