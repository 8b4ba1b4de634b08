import type { HostPlace, Scope } from "../agents/host.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";

/** Where a host's settings are searched on this machine. */
export function hostPlace(context: OperationContext, scope: Scope): HostPlace {
  return { scope, project: context.cwd, ...agentEnvironment(context) };
}
