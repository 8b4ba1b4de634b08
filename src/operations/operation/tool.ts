import type { Json } from "../../base/json/value.ts";

/** The named sets of tools, and what each is for. A set has at most `MAX_TOOLS` tools. */
export const toolSets = {
  memory: "what is in force and why: commit, find, checkpoint, resume, export, import",
  state: "single entries of the state: supersede, promote, evict, archive, replay",
  skills: "procedures that were learnt, the history of a subject, and tokens saved",
  threads: "conversations: list, post, compile, branch, hand over, compact",
  verify: "bundles and the workspace: inspect, check, compare, convert",
} as const;

/** The name of a set of tools. */
export type ToolSet = keyof typeof toolSets;

/** The set that is offered unless another is named. */
export const DEFAULT_TOOL_SET: ToolSet = "memory";

/** How many tools a set may have: models choose badly from long lists, and every request pays for them. */
export const MAX_TOOLS = 25;

/**
 * An operation as a tool for models. Its parameters are the operation's input keys with `_` for `-`,
 * without those that are marked `by`: what only a surface (`store`, `actor`) or only a person may give.
 * Its result is the operation's output, its read-only hint follows from the effect.
 */
export interface Tool {
  /** The name that the documents give it, with dots: `memory.commit`. */
  readonly name: string;
  readonly sets: readonly ToolSet[];
  /** What it does, where the operation's summary speaks of a command. */
  readonly summary?: string;
  /** Parameters that are called otherwise than the input key they stand for. */
  readonly words?: Readonly<Record<string, string>>;
  /** The input keys that it takes, when not all. */
  readonly only?: readonly string[];
  /** Input keys whose value makes it this tool and no other: no caller gives them. */
  readonly fixed?: Readonly<Record<string, Json>>;
  /** What it does, where that is less than what the operation can do. */
  readonly effect?: "read";
  /**
   * The result as a model reads it: each text once, quoted, without ids, hashes and counts. The tool then has
   * a parameter `details`, with which the result is the complete output instead.
   */
  readonly text?: (output: unknown) => string;
}

/**
 * Who gives the value of an input key, said with `.meta({ by })`: the surface itself, fixed when it
 * starts, or a person alone, because a model must not decide it. Without it, whoever calls.
 */
export type ArgumentSource = "surface" | "person";
