import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory mark-used"> = ({ id, useful_count }, terminal) => {
  const times = useful_count === 1 ? "once" : `${useful_count} times`;
  return [`${terminal.style("green", "of use")}  ${id.slice(0, 12)}, ${times} so far`];
};

export default present;
