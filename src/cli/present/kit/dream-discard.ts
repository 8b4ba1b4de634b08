import type { Presenter } from "../presenter.ts";

const present: Presenter<"dream discard"> = ({ path }, terminal) => {
  return [`${terminal.style("green", "Removed")} ${terminal.path(path)}`];
};

export default present;
