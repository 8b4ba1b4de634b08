import type { Answer } from "./answers.ts";
import { useCall } from "./use-call.ts";

type ListedAgent = Answer<"agents">["agents"][number];

/** Why an agent's own program cannot show a session. */
export type Unproven = NonNullable<ListedAgent["unproven"]>;

/** Agents whose programs are on this machine, by their ids. */
export type InstalledAgents = ReadonlyMap<string, ListedAgent>;

/** The agents whose programs are on this machine; null until that is known. */
export function useInstalledAgents(): InstalledAgents | null {
  const { value } = useCall({ operation: "agents" });
  if (value === null) return null;
  const here = value.agents.filter(({ installed }) => installed);
  return new Map(here.map((each) => [each.agent, each]));
}
