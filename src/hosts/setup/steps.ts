import type { HostPlace } from "../../agents/host.ts";
import { type HostId, hosts } from "../../agents/registry.ts";
import { namesOf } from "../../base/registry.ts";
import type { ConfigEdit } from "../config-edit.ts";
import { addHooks, hookFileOf, removeHooks } from "../hook-registration.ts";
import { addServer, removeServer, serverListOf } from "../mcp-registration.ts";
import { commandFor } from "../program-command.ts";
import { serverCommand } from "../server-command.ts";

/** One thing that setting up does in a file of an agent. */
interface SetupStep {
  /** What the agent has by it. */
  readonly title: string;
  /** Why an agent cannot have it, and what to do instead; null for one that can. */
  obstacle(host: HostId, place: HostPlace): string | null;
  add(host: HostId, place: HostPlace): ConfigEdit;
  /** The edits that take it back, with what the agent noted of it elsewhere. */
  remove(host: HostId, place: HostPlace): readonly ConfigEdit[];
}

/** Gives the model of an agent the tools. */
const server: SetupStep = {
  title: "MCP server",
  obstacle(host, place) {
    const { servers } = hosts[host];
    if (servers === undefined) return "it runs no MCP servers";
    if (serverListOf(host, place) === null)
      return `it has no list of servers for a ${place.scope}; use --scope user`;
    const isLost = servers.folder !== undefined && servers.folder(place) === null;
    return isLost
      ? `for a user it starts servers outside the project; use holdall mcp install --${host} in each project`
      : null;
  },
  add: (host, place) => addServer(host, place, serverCommand(host, place)),
  remove: (host, place) => [removeServer(host, place)],
};

/** Restores the state when a session begins, and records it before a compaction. */
const hooks: SetupStep = {
  title: "hooks",
  obstacle: (host, place) => (hookFileOf(host, place) === null ? "it runs no hooks" : null),
  add: (host, place) => addHooks(host, place, commandFor(place.scope)),
  remove: removeHooks,
};

/** What setting up an agent does, in order. Add a line: preview, report, repetition and undo follow. */
export const setupSteps = { server, hooks } satisfies Readonly<Record<string, SetupStep>>;

/** The name of a step. */
export type StepId = keyof typeof setupSteps;

/** The names of all steps. */
export const stepIds = namesOf(setupSteps);
