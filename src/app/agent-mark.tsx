import { agentName, knownAgents } from "./known-adapters.ts";

/** Degrees between the colours of neighbours in the list of agents; far enough apart that they differ. */
const STEP = 137;

/** The name of an agent with its colour. */
export function AgentMark({ agent }: { readonly agent: string }) {
  return (
    <span class="agent-mark" style={{ "--hue": String(hueOf(agent)) }}>
      <bdi>{agentName(agent)}</bdi>
    </span>
  );
}

/** The colour of an agent, in degrees; its name is always beside it. */
export function hueOf(agent: string): number {
  const at = knownAgents.findIndex(({ id }) => id === agent);
  return (40 + Math.max(0, at) * STEP) % 360;
}
