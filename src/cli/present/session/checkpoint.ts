import { excerpt } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";
import { stateName } from "../state/state-name.ts";
import { sessionFacts } from "./list.ts";

const present: Presenter<"session checkpoint"> = ({ summary, unplaced }, terminal) => {
  const hash = `hash ${summary.state_hash?.slice(0, 12)}`;
  const lines = [
    `${terminal.style("green", "Recorded a checkpoint of")} the ${stateName(summary)}`,
    terminal.style("dim", `  ${[...sessionFacts(summary), hash].join(", ")}`),
  ];
  if (unplaced.length === 0) return lines;
  const parts = unplaced.map((id) => excerpt(id)).join(", ");
  return [
    ...lines,
    terminal.style("yellow", `These parts exceed the budget and are not in the state: ${parts}`),
  ];
};

export default present;
