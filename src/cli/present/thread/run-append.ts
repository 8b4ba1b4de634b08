import { formatCount } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread run append"> = ({ run_session_id, frames }, terminal) => {
  return [
    `${terminal.style("green", "Recorded")} ${formatCount(frames, "frame")} of run ${run_session_id}`,
  ];
};

export default present;
