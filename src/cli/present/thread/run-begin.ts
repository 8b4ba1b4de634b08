import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread run begin"> = (output, terminal) => {
  const { run_session_id, message_id, lease_ms } = output;
  return [
    `${terminal.style("green", "Started")} run ${run_session_id} for message ${message_id}`,
    `  Report with \`holdall thread run append\` at least every ${lease_ms / 1000} s, or the run is ended as interrupted`,
  ];
};

export default present;
