import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread run end"> = ({ run_session_id, reason }, terminal) => {
  return [`${terminal.style("green", "Ended")} run ${run_session_id}: ${printable(reason)}`];
};

export default present;
