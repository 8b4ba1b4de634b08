import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread ensure"> = ({ thread_id, created }, terminal) => {
  if (!created) return [`Default thread ${thread_id}`];
  return [`${terminal.style("green", "Created")} default thread ${thread_id}`];
};

export default present;
