import type { AgentSession } from "../../agents/agent-session.ts";
import type { AgentId } from "../../agents/registry.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment, findSessions, newestOf } from "../agent-sessions.ts";
import { listCopies } from "../handoff-record.ts";
import { orderCopies } from "./order-copies.ts";

/**
 * The newest session of this folder, of one agent or of any, as lists order them; null without one.
 */
export async function newestHere(
  context: OperationContext,
  only: AgentId | null,
): Promise<AgentSession | null> {
  const found = await findSessions(context, only, { withKept: true });
  return newestOf(inListOrder(context, found), context.cwd);
}

function inListOrder(
  context: OperationContext,
  found: readonly AgentSession[],
): readonly AgentSession[] {
  const ranked = {
    length: found.length,
    idAt: (rank: number) => found[rank]?.session.id ?? "",
    modifiedAt: (rank: number) => found[rank]?.session.modified_ms ?? 0,
  };
  const order = orderCopies(ranked, listCopies(agentEnvironment(context)));
  return order === null ? found : order.flatMap((rank) => found[rank] ?? []);
}
