import type { AgentSession } from "../agents/agent-session.ts";
import type { AgentId } from "../agents/registry.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment, findSessions, folderFilter } from "./agent-sessions.ts";
import { listCopies } from "./handoff-record.ts";
import { isTaskRun } from "./task-runs.ts";

/**
 * The newest session of this folder, of one agent or of any; null without one. Of those with the same time it is the copy
 * that a handoff created last: work continues there. Nobody means one that was deleted while there is another.
 */
export async function newestHere(
  context: OperationContext,
  only: AgentId | null,
): Promise<AgentSession | null> {
  const isHere = folderFilter(context.cwd);
  const sessions = await findSessions(context, only, { withKept: true });
  const own = sessions.filter(({ session }) => isHere(session) && !isTaskRun(session, context.cwd));
  const there = own.filter(({ kept }) => kept === undefined);
  const [first, ...others] = there.length > 0 ? there : own;
  if (first === undefined) return null;
  const tied = others.filter(({ session }) => session.modified_ms === first.session.modified_ms);
  if (tied.length === 0) return first;
  const copies = listCopies(agentEnvironment(context));
  const placedAt = ({ session }: AgentSession) => copies.get(session.id)?.placed_ms ?? 0;
  return [first, ...tied].sort((left, right) => placedAt(right) - placedAt(left))[0] ?? first;
}
