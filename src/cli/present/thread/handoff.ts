import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread handoff"> = (output, terminal) => {
  return [
    `${terminal.style("green", "Created")} thread ${output.thread_id} from a summary of ${output.from_thread_id} up to #${output.from_seq}`,
    `  Summary: artifact ${output.summary_artifact_id}`,
  ];
};

export default present;
