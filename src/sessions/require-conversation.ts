import type { IndexedSession } from "../agents/agent.ts";
import type { AgentSession } from "../agents/agent-session.ts";
import { HoldallError } from "../base/errors.ts";
import { formatCount } from "../base/text/format-count.ts";

/**
 * Refuses a file that a user named and that contains nothing of a conversation. One that is damaged is refused
 * later, with its findings.
 */
export function requireConversation(
  { agent, session, isStored }: AgentSession,
  { accounting, findings }: Pick<IndexedSession, "accounting" | "findings">,
): void {
  if (isStored || accounting.transcript > 0 || findings.length > 0) return;
  const records = formatCount(accounting.records, "record");
  const state = `it was read as a session of ${agent.displayName}, and none of its ${records} is part of a conversation`;
  throw new HoldallError("E_EMPTY", `Cannot read "${session.path}": ${state}`, {
    cure: "`holdall inspect` shows what is in it",
  });
}
