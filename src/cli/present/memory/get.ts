import { excerpt } from "../../../base/text/text.ts";
import { documentOf } from "../document.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory get"> = (unit, terminal) => {
  const facts = [
    unit.state,
    `in ${unit.namespace}`,
    `since ${unit.created_at.slice(0, 16).replace("T", " ")}`,
    ...(unit.tags.length === 0 ? [] : [excerpt(unit.tags.join(", "), 100)]),
  ];
  const name = unit.node_id === null ? "" : `  ${excerpt(unit.node_id, 60)}`;
  return [
    `${terminal.style("bold", unit.id)}${name}`,
    terminal.style("dim", facts.join(", ")),
    "",
    unit.content === null ? "(redacted)" : documentOf(unit.content),
  ];
};

export default present;
