import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread archive"> = (output, terminal) => {
  const { thread_id, archived, changed } = output;
  if (!changed) return [`Thread ${thread_id} is ${archived ? "already archived" : "not archived"}`];
  return [`${terminal.style("green", archived ? "Archived" : "Restored")} thread ${thread_id}`];
};

export default present;
