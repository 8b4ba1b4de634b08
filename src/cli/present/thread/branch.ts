import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread branch"> = (output, terminal) => {
  const from = `${output.parent_thread_id} up to #${output.parent_seq}`;
  return [
    `${terminal.style("green", "Created")} thread ${output.thread_id}, which inherits ${from}`,
  ];
};

export default present;
