import type { Answer } from "../../answers.ts";

/** What would be, or was, set up. */
export type SetupData = Answer<"setup">;
/** An agent on this machine. */
export type SetupAgent = SetupData["agents"][number];

/** Whether something would change for an agent. */
export function isOpen({ steps }: SetupAgent): boolean {
  return steps.some(({ action }) => action === "added" || action === "updated");
}

/** Whether an agent has something of Holdall already. */
export function hasSome({ steps }: SetupAgent): boolean {
  return steps.some(({ action }) => action === "unchanged" || action === "updated");
}

/** The input that sets up the agents that were not left out; without flags it is for all that are found. */
export function inputFor(
  agents: readonly SetupAgent[],
  left: readonly string[],
): Readonly<Record<string, boolean>> {
  if (left.length === 0) return { yes: true };
  const chosen = agents.filter(({ agent }) => !left.includes(agent));
  return { yes: true, ...Object.fromEntries(chosen.map(({ agent }) => [agent, true])) };
}
