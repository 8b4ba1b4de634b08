import type { HostPlace, Scope } from "../../agents/host.ts";
import { agentEnvironment } from "../handoff/agent-sessions.ts";
import type { OperationContext } from "../operation/operation-context.ts";

/** Where a host's settings are searched on this machine. */
export function hostPlace(context: OperationContext, scope: Scope): HostPlace {
  return { scope, project: context.cwd, ...agentEnvironment(context) };
}
