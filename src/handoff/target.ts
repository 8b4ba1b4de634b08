import { type AgentId, agentIds, isAgentId, loadAgent } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import { nearestName } from "../base/registry.ts";

/** A path that a handoff is written to, and what is written there. */
export interface PathTarget {
  readonly kind: "page" | "trajectory" | "bundle";
  readonly out: string;
}

/** The receiver of a handoff. */
export type HandoffTarget = { readonly kind: "agent"; readonly id: AgentId } | PathTarget;

/** The agents that a session can be handed to: of others, sessions can only be read. */
export async function receivingAgents(): Promise<readonly AgentId[]> {
  const agents = await Promise.all(agentIds.map(loadAgent));
  return agentIds.filter((_id, index) => agents[index]?.writer !== undefined);
}

/** Parses the argument TO of `handoff FROM TO`: the id of an agent, else a path. */
export async function parseTarget(to: string): Promise<HandoffTarget> {
  if (isAgentId(to)) return { kind: "agent", id: to };
  // Agents have plain ids; a text with a slash or a dot is a path.
  if (/[/\\.]/.test(to)) return { kind: pathKind(to), out: to };
  const { message, near, names } = await describeUnknown(to);
  throw new HoldallError("E_USAGE", message, {
    cure: near ?? `name one of ${names}, or a path such as ./${to}`,
  });
}

/** Parses the argument TO where only an agent will do. */
export async function parseReceiver(to: string): Promise<AgentId> {
  if (isAgentId(to)) return to;
  const { message, near, names } = await describeUnknown(to);
  throw new HoldallError("E_USAGE", message, { cure: near ?? `name one of ${names}` });
}

async function describeUnknown(to: string) {
  const agents = await receivingAgents();
  const near = nearestName(to, agents);
  return {
    message: `Cannot hand over to "${to}": there is no such agent`,
    near: near ? `did you mean "${near}"?` : null,
    names: agents.join(", "),
  };
}

function pathKind(out: string): PathTarget["kind"] {
  if (/\.md$/i.test(out)) return "page";
  return /\.json$/i.test(out) ? "trajectory" : "bundle";
}
