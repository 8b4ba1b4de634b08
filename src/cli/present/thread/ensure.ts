import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread ensure"> = ({ thread_id, created }, terminal) => {
  return [`${created ? terminal.style("green", "begun") : "there already"}  thread ${thread_id}`];
};

export default present;
