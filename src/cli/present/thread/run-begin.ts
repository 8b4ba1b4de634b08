import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread run begin"> = (output, terminal) => {
  const { run_session_id, message_id, lease_ms } = output;
  return [
    `${terminal.style("green", "begun")}  run ${run_session_id} for message ${message_id}`,
    `  report within ${lease_ms / 1000} s with \`holdall thread run append\`, or it is ended as interrupted`,
  ];
};

export default present;
