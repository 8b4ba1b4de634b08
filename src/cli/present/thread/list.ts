import { formatMinute } from "../../../base/text/format-minute.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";

const present: Presenter<"thread list"> = ({ threads }, terminal) => {
  if (threads.length === 0) return ["No threads. Create one with `holdall thread new`"];
  return threads.map((thread) => lineOf(thread, terminal));
};

export default present;

/** A thread in one line. */
export function lineOf(
  thread: Shown<"thread list">["threads"][number],
  terminal: Terminal,
): string {
  const { messages, parent } = thread;
  const facts = [
    formatMinute(new Date(thread.created_at_ms).toISOString()),
    `${messages} message${messages === 1 ? "" : "s"}`,
    ...(parent === null ? [] : [`${parent.kind} of ${parent.thread_id} at ${parent.seq}`]),
    ...(thread.archived ? ["archived"] : []),
  ];
  const title = thread.title === null ? "" : `  ${excerpt(thread.title, 60)}`;
  return `${thread.thread_id}${title}  ${terminal.style("dim", facts.join(", "))}`;
}
