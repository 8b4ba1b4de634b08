/** An agent as the app lists it. A test compares the list with the agents that the program knows. */
export interface KnownAgent {
  /** The name that commands use. */
  readonly id: string;
  readonly name: string;
  /** Whether a session can be handed over to it. */
  readonly receives: boolean;
}

/** Every agent, in the order people see them. */
export const knownAgents: readonly KnownAgent[] = [
  { id: "claude", name: "Claude Code", receives: true },
  { id: "codex", name: "Codex CLI", receives: true },
  { id: "gemini", name: "Gemini CLI", receives: true },
  { id: "opencode", name: "opencode", receives: true },
  { id: "pi", name: "pi", receives: true },
  { id: "copilot", name: "Copilot CLI", receives: false },
  { id: "cursor", name: "Cursor", receives: false },
];

/** How an agent is called; one that is not known here keeps its id. */
export function agentName(id: string): string {
  return knownAgents.find((agent) => agent.id === id)?.name ?? id;
}
