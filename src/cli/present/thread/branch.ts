import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread branch"> = (output, terminal) => {
  const from = `${output.parent_thread_id} up to #${output.parent_seq}`;
  return [`${terminal.style("green", "begun")}  thread ${output.thread_id}, inherits ${from}`];
};

export default present;
