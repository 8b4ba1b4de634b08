import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread handoff"> = (output, terminal) => {
  return [
    `${terminal.style("green", "begun")}  thread ${output.thread_id}, handed over from ${output.from_thread_id} at #${output.from_seq}`,
    `  begins with artifact ${output.summary_artifact_id}`,
  ];
};

export default present;
