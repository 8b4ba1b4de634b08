import type { JsonObject } from "../base/json/value.ts";
import type { AgentEnvironment } from "./agent.ts";

/** For whom something is installed: everyone in a project, or this user everywhere. */
export type Scope = "user" | "project";

/** Where a host's settings are looked for. */
export interface HostPlace extends AgentEnvironment {
  readonly scope: Scope;
  /** The project's folder. */
  readonly project: string;
}

/** The events at which our hooks run, as the hook command calls them. */
export const hookEvents = ["session-start", "pre-compact", "session-end"] as const;

/** An event at which a hook runs. */
export type HookEvent = (typeof hookEvents)[number];

/** How a host starts the server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where a host lists MCP servers, and how it writes one. */
export interface ServerList {
  /** The file; null where the host reads none for this scope. */
  file(place: HostPlace): string | null;
  readonly format: "json" | "toml";
  /** The key of the file that contains the servers by name. */
  readonly key: string;
  /** The keys of an entry that are ours; a user may add others. */
  entry(server: ServerCommand): JsonObject;
  /** The folder in which the server is to work, where the host does not start it in the project. */
  folder?(place: HostPlace): string | null;
}

/** Position of a hook in a host's file: event, group, index in the group. */
export type HookPosition = readonly [event: HookEvent, group: number, index: number];

/** How a host asks its user to approve hooks before it runs them. */
export interface HookReview {
  /** Whose hooks it asks about. */
  readonly scopes: readonly Scope[];
  /** What the user must do, as an instruction. */
  readonly instruction: string;
  /** The file in which the host notes what its user approved. */
  notesFile(place: HostPlace): string;
  /** Whether the text of that file says that the user approved a hook in a file. */
  isApproved(notes: string, hookFile: string, position: HookPosition): boolean;
  /** That text without the approval of a hook; absent where an approval is of more than one hook. */
  forget?(notes: string, hookFile: string, position: HookPosition): string;
}

/** How a host asks its user to trust a project before it reads any of that project's settings. */
export interface ProjectTrust {
  /** What the user must do, as an instruction. */
  instruction(place: HostPlace): string;
  /** The file in which the host notes which projects its user trusts. */
  notesFile(place: HostPlace): string;
  /** Whether the text of that file has a folder among them. */
  isTrusted(notes: string, folder: string): boolean;
}

/** Hooks that a host lists in a JSON file under `hooks`, by its own names of the events. */
export interface HookList {
  readonly kind: "list";
  file(place: HostPlace): string;
  /** The host's name of each event at which it runs hooks that we need. */
  readonly events: Partial<Readonly<Record<HookEvent, string>>>;
  /** One element of an event's list: a hook, or a group with one. */
  element(command: string): JsonObject;
  /** Keys that a file must have beside `hooks`. */
  readonly required?: JsonObject;
  /** Absent for a host that runs hooks without asking. */
  readonly review?: HookReview;
}

/** Hooks of a host that loads code: a file that calls the hook command, all of it ours. */
export interface HookPlugin {
  readonly kind: "plugin";
  file(place: HostPlace): string;
  readonly events: readonly HookEvent[];
  /** Absent for a host that runs hooks without asking. */
  readonly review?: HookReview;
  /** The code; a function `hook(event, call)` that resolves to the text for the model is beside it. */
  readonly code: string;
}

/**
 * A program that starts Holdall: as an MCP server for its model, or as a hook. The facts of each one
 * are in its own folder (`claude/host.ts`), so that a new host is one file and one line in
 * `registry.ts`.
 */
export interface AgentHost {
  readonly displayName: string;
  /** Absent for a host whose model cannot be given servers. */
  readonly servers?: ServerList;
  /** Absent for a host that runs no hooks. */
  readonly hooks?: HookList | HookPlugin;
  /** Absent for a host that reads the settings of every project. */
  readonly trust?: ProjectTrust;
  /** Whether a resumed session sends the text of an earlier hook to the model again. */
  readonly remembersHooks: boolean;
  /** Whether what a hook prints before a compaction is added to the instructions of whoever summarises. */
  readonly asksSummariser?: true;
  /** The form in which the host takes a text for its model from a hook; the common one if absent. */
  hookOutput?(text: string): JsonObject;
  /** A folder that shows that the program is used here, for one that is not found on the search path. */
  settingsFolder?(place: HostPlace): string;
}

/** Seconds after which a host gives up on a hook; the hook's own limit is shorter. */
export const HOOK_TIMEOUT_S = 10;

/** A hook in the form that Claude Code defined and Codex adopted. */
export function timedHookGroup(command: string): JsonObject {
  return { hooks: [timedHook(command)] };
}

/** A single hook with its time limit. */
export function timedHook(command: string): JsonObject {
  return { type: "command", command, timeout: HOOK_TIMEOUT_S };
}

/** The entry of a server in the form that most hosts share. */
export function serverEntry({ command, args }: ServerCommand): JsonObject {
  return { command, args: [...args] };
}
