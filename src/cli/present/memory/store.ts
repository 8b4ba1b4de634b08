import type { Presenter } from "../presenter.ts";

const verbs = {
  stored: "Stored",
  known: "Already stored:",
  reactivated: "Reactivated",
} as const;

const present: Presenter<"memory store"> = ({ id, namespace, outcome }, terminal) => {
  return [`${terminal.style("green", verbs[outcome])} ${id.slice(0, 12)} in ${namespace}`];
};

export default present;
