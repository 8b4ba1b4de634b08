import { formatCount } from "../../../base/text/format-count.ts";
import { formatMinute } from "../../../base/text/format-minute.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { stateName } from "../state/state-name.ts";
import { tokenUse } from "../state/token-use.ts";

const present: Presenter<"session list"> = ({ sessions }, terminal) => {
  if (sessions.length === 0)
    return [
      "There are no states yet. To create one: holdall state commit TEXT",
      "Sessions of agents: holdall sessions",
    ];
  return sessions.map((session) => sessionLine(session, terminal));
};

export default present;

type Session = Shown<"session list">["sessions"][number];

/** A session in one line. */
export function sessionLine(session: Session, terminal: Terminal): string {
  const { is_current, current_task } = session;
  const task = current_task === null ? "" : `  ${excerpt(current_task, 60)}`;
  const facts = terminal.style("dim", sessionFacts(session).join(", "));
  return `${is_current ? "* " : "  "}${stateName(session)}${task}  ${facts}`;
}

/** What there is to say about a session's state. */
export function sessionFacts(session: Session): readonly string[] {
  const { checkpoint_at, agent_id } = session;
  return [
    formatCount(session.entry_count, "entry", "entries"),
    tokenUse(session),
    `changed ${formatMinute(session.updated_at)}`,
    ...(checkpoint_at === null ? [] : [`checkpoint by ${excerpt(agent_id ?? "unknown")}`]),
  ];
}
