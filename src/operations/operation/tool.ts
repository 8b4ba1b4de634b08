import type { Json } from "../../base/json/value.ts";

/** The named sets of tools, and the purpose of each. A set has at most `MAX_TOOLS` tools. */
export const toolSets = {
  core: "the everyday tools: resume, checkpoint, commit, supersede, find, store, past sessions",
  memory: "what is in force and why: commit, find, checkpoint, resume, export, import",
  sessions: "past sessions of this project: list, search, read",
  state: "single entries of the state: supersede, promote, evict, archive, replay",
  skills: "procedures that were learnt, the history of a subject, and tokens saved",
  threads: "conversations: list, post, compile, branch, hand over, compact",
  requests: "requests and bundles of responsibilities: create, claim, accept, take in, dispatch",
  registry: "responsibilities, lineage and measurements: register, trace, list",
  context: "standing responsibilities: refresh, load and check their curated files",
  verify: "bundles and the workspace: inspect, check, compare, convert",
  tasks: "task bundles: inspect, check, compare, report",
} as const;

/** The name of a set of tools. */
export type ToolSet = keyof typeof toolSets;

/** The set that is offered unless another is named. */
export const DEFAULT_TOOL_SET: ToolSet = "core";

/** Sets whose tools can be called though they are not listed: every request pays for what is listed. */
export const CALLABLE_SETS: Readonly<Partial<Record<ToolSet, ToolSet>>> = { core: "memory" };

/** How many tools a set may have: models choose badly from long lists, and every request pays for them. */
export const MAX_TOOLS = 25;

/**
 * An operation as a tool for models. Its parameters are the operation's input keys with `_` for
 * `-`, without those marked `by`: what only a surface (`store`, `actor`) or only a person may set.
 * Its result is the operation's output; its read-only hint follows from the effect.
 */
export interface Tool {
  /** Its documented name, with dots: `memory.commit`. */
  readonly name: string;
  readonly sets: readonly ToolSet[];
  /** Its name for people; default: the name of the operation. */
  readonly title?: string;
  /** What it does, where the operation's summary speaks of a command. */
  readonly summary?: string;
  /** Parameters whose name differs from their input key. */
  readonly parameterNames?: Readonly<Record<string, string>>;
  /** The input keys that it has, if not all. */
  readonly only?: readonly string[];
  /** Input keys with a fixed value, which no caller can set. */
  readonly fixed?: Readonly<Record<string, Json>>;
  /** Its effect, if that is less than the operation's. */
  readonly effect?: "read";
  /**
   * The result as a model reads it: each text once, quoted, without ids, hashes and counts. The tool then has
   * a parameter `details`, with which the result is the complete output instead.
   */
  readonly text?: (output: unknown) => string;
}

/**
 * Who sets an input key, declared with `.meta({ by })`: the surface itself when it starts, only a person,
 * because a model must not decide it, or only a person at the terminal, because it starts a program or
 * connects somewhere. Without it, any caller.
 */
export type ArgumentSource = (typeof argumentSources)[number];

/** The values of `.meta({ by })`. */
export const argumentSources = ["surface", "person", "terminal"] as const;
