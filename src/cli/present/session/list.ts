import { formatCount } from "../../../base/format-count.ts";
import { excerpt, printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { tokenUse } from "../state/token-use.ts";

const present: Presenter<"session list"> = ({ sessions }, terminal) => {
  if (sessions.length === 0)
    return ["There are no states yet. To create one: holdall state commit TEXT"];
  return sessions.map((session) => sessionLine(session, terminal));
};

export default present;

/** A session in one line. */
export function sessionLine(
  session: Shown<"session list">["sessions"][number],
  terminal: Terminal,
): string {
  const { user_id, session_id, task_id, is_current, checkpoint_at, agent_id } = session;
  const facts = [
    formatCount(session.entry_count, "entry", "entries"),
    tokenUse(session),
    `changed ${session.updated_at.slice(0, 16).replace("T", " ")}`,
    ...(checkpoint_at === null ? [] : [`checkpoint by ${excerpt(agent_id ?? "unknown")}`]),
  ];
  const name = printable(`${user_id}/${session_id}/${task_id}`);
  const task = session.current_task === null ? "" : `  ${excerpt(session.current_task, 60)}`;
  return `${is_current ? "* " : "  "}${name}${task}  ${terminal.style("dim", facts.join(", "))}`;
}
