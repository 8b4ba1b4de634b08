import { excerpt, printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

/** A session as operations give it. */
export interface ListedSession {
  readonly user_id: string;
  readonly session_id: string;
  readonly task_id: string;
  readonly is_current: boolean;
  readonly updated_at: string;
  readonly checkpoint_at: string | null;
  readonly agent_id: string | null;
  readonly current_task: string | null;
  readonly entry_count: number;
  readonly token_count: number;
  readonly budget_tokens: number;
}

export default function present(
  { sessions }: { readonly sessions: readonly ListedSession[] },
  terminal: Terminal,
): string[] {
  if (sessions.length === 0) return ["no states yet; begin one with `holdall state commit`"];
  return sessions.map((session) => sessionLine(session, terminal));
}

/** A session in one line. */
export function sessionLine(session: ListedSession, terminal: Terminal): string {
  const { user_id, session_id, task_id, is_current, checkpoint_at, agent_id } = session;
  const facts = [
    `${session.entry_count} entries`,
    `${session.token_count} of ${session.budget_tokens} tokens`,
    `changed ${session.updated_at.slice(0, 16).replace("T", " ")}`,
    ...(checkpoint_at === null ? [] : [`checkpoint by ${excerpt(agent_id ?? "nobody")}`]),
  ];
  const name = printable(`${user_id}/${session_id}/${task_id}`);
  const task = session.current_task === null ? "" : `  ${excerpt(session.current_task, 60)}`;
  return `${is_current ? "* " : "  "}${name}${task}  ${terminal.style("dim", facts.join(", "))}`;
}
