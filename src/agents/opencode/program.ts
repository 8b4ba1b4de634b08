import { join } from "node:path";
import type { Agent, AgentEnvironment } from "../agent.ts";

/** What differs between opencode and the programs that were made from it: names and places. */
export interface OpencodeProgram {
  /** Also the name of its command, of its folders and of its database. */
  readonly id: string;
  readonly displayName: string;
  readonly testedVersions: Agent["testedVersions"];
  /** How its variables begin: `OPENCODE`. */
  readonly variables: string;
  /** Files of its user's configuration, the one that counts most first. */
  readonly configFiles: readonly string[];
  /** The agent that it works with unless its user names another. */
  readonly defaultAgent: string;
  /** Variables with which it reports nothing to its maker. */
  readonly quiet: Readonly<Record<string, string>>;
  /** Whether a version 2 of it exists, with other commands and tables. */
  readonly hasVersion2?: true;
}

/** opencode itself. */
export const opencodeProgram: OpencodeProgram = {
  id: "opencode",
  displayName: "opencode",
  // The newest was also written for and resumed.
  testedVersions: { oldest: "1.1.11", newest: "1.18.33" },
  hasVersion2: true,
  variables: "OPENCODE",
  configFiles: ["opencode.jsonc", "opencode.json", "config.json"],
  defaultAgent: "build",
  quiet: {},
};

/** The value of one of its variables: `DB`. */
export function variableOf(
  { variables }: OpencodeProgram,
  name: string,
  { env }: Pick<AgentEnvironment, "env">,
): string | undefined {
  return env[`${variables}_${name}`] || undefined;
}

/** The folder of its database. */
export function dataFolder({ id }: OpencodeProgram, { home, env }: AgentEnvironment): string {
  return join(env.XDG_DATA_HOME || join(home, ".local", "share"), id);
}

/** The folder of its user's configuration. */
export function configFolder({ id }: OpencodeProgram, { home, env }: AgentEnvironment): string {
  return join(env.XDG_CONFIG_HOME || join(home, ".config"), id);
}

/** The folder in which it keeps what its user chose last. */
export function stateFolder({ id }: OpencodeProgram, { home, env }: AgentEnvironment): string {
  return join(env.XDG_STATE_HOME || join(home, ".local", "state"), id);
}
