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

/** What hosts call the events at which hooks run, and what our hook command calls them. */
export const hookEvents = { SessionStart: "session-start", PreCompact: "pre-compact" } as const;

/** An event as a host names it. */
export type HookEvent = keyof typeof hookEvents;

/** Position of a hook in a host's file: event, group, index in the group. */
export type HookPosition = readonly [event: HookEvent, group: number, index: number];

/** How a host asks its user to approve hooks before it runs them. */
export interface HookReview {
  /** What the user must do, as an instruction. */
  readonly instruction: string;
  /** The file in which the host notes what its user approved. */
  notesFile(place: HostPlace): string;
  /** Whether the text of that file says that the user approved a hook in a file. */
  isApproved(notes: string, hookFile: string, position: HookPosition): boolean;
}

/**
 * An agent as the program that starts Holdall: as an MCP server for its model, or as a hook. The facts
 * of each one are in its own folder (`claude/host.ts`), so that a new host is one file and one line in
 * `hosts.ts`.
 */
export interface AgentHost {
  readonly displayName: string;
  /** The file that lists MCP servers, and its format. */
  serverFile(place: HostPlace): string;
  readonly serverFormat: "json" | "toml";
  /** The file that lists hooks; always JSON. */
  hookFile(place: HostPlace): string;
  /** The events at which our hooks run. */
  readonly hookEvents: readonly HookEvent[];
  /** One hook as this host writes it. */
  hookGroup(command: string): JsonObject;
  /** Whether a resumed session sends the text of an earlier hook to the model again. */
  readonly remembersHooks: boolean;
  /** Absent for a host that runs hooks without asking. */
  readonly hookReview?: HookReview;
}

/** Seconds after which a host gives up on a hook; the hook's own limit is shorter. */
const HOOK_TIMEOUT_S = 10;

/** A hook in the form that Claude Code defined and Codex adopted. */
export function timedHookGroup(command: string): JsonObject {
  return { hooks: [{ type: "command", command, timeout: HOOK_TIMEOUT_S }] };
}
