import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread run append"> = ({ run_session_id, frames }, terminal) => {
  const count = `${frames} frame${frames === 1 ? "" : "s"}`;
  return [`${terminal.style("green", "recorded")}  ${count} of run ${run_session_id}`];
};

export default present;
