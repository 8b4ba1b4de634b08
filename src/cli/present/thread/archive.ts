import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread archive"> = (output, terminal) => {
  const { thread_id, archived, changed } = output;
  const what = archived ? "put away" : "put back";
  return [`${changed ? terminal.style("green", what) : `${what} already`}  thread ${thread_id}`];
};

export default present;
