import type { Presenter } from "../presenter.ts";

const said = {
  stored: "kept",
  known: "known already",
  reactivated: "holds again",
} as const;

const present: Presenter<"memory store"> = ({ id, namespace, outcome }, terminal) => {
  return [`${terminal.style("green", said[outcome])}  ${id.slice(0, 12)} in ${namespace}`];
};

export default present;
