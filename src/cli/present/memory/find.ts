import { excerpt, printable } from "../../../base/text/text.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";

const present: Presenter<"memory find"> = ({ hits, scope_applied }, terminal) => {
  if (hits.length === 0) return [`No units found in ${scope_applied.union.join(" and ")}`];
  return hits.flatMap((hit) => linesOf(hit, terminal));
};

export default present;

/** A found unit: its name, its score and its content. */
export function linesOf(hit: Shown<"memory find">["hits"][number], terminal: Terminal): string[] {
  const name = hit.node_id === null ? hit.id.slice(0, 12) : excerpt(hit.node_id, 60);
  const tags = hit.tags.length === 0 ? "" : `  ${excerpt(hit.tags.join(", "), 60)}`;
  const head = `${terminal.style("bold", name)}  ${terminal.style("dim", `${hit.score.toFixed(2)}${tags}`)}`;
  return [
    head,
    ...printable(hit.content)
      .split("\n")
      .map((line) => `  ${line}`),
  ];
}
