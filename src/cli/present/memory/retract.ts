import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory retract"> = ({ id, state, changed }, terminal) => {
  const said = changed ? terminal.style("green", state) : `${state} already`;
  return [`${said}  ${id.slice(0, 12)}`];
};

export default present;
