import { useCall } from "./use-call.ts";

/** The ids of agents whose programs are on this machine; null until that is known. */
export function useInstalledAgents(): ReadonlySet<string> | null {
  const { value } = useCall({ operation: "agents" });
  if (value === null) return null;
  return new Set(value.agents.filter(({ installed }) => installed).map(({ agent }) => agent));
}
