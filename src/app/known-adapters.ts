/** An agent as the app lists it. */
export interface KnownAgent {
  /** The name that commands use. */
  readonly id: string;
  readonly name: string;
  /** Whether a session can be handed over to it. */
  readonly receives: boolean;
  /** Tokens that its usual model takes; null where that depends on the user's choice. */
  readonly window: number | null;
  /** Whether it can be given a task. */
  readonly runs: boolean;
}

/** Filled in by `scripts/build/web.ts` from the registries of the program, none of which is loaded in a browser. */
declare const KNOWN_AGENTS: readonly KnownAgent[];
declare const PROVIDER_NAMES: readonly string[];

/** Every agent, in the order people see them. */
export const knownAgents = KNOWN_AGENTS;

/** Providers for which a request can be rendered. */
export const providerNames = PROVIDER_NAMES;

/** The name of an agent that people read; one that is not known keeps its id. */
export function agentName(id: string): string {
  return knownAgents.find((agent) => agent.id === id)?.name ?? id;
}
