import type { JsonObject } from "../base/json/value.ts";

/** A slot of the state: a kind of entry, in render order. */
export interface Slot {
  readonly name: string;
  readonly description?: string;
}

/** What all entries of a state share. */
export interface StateHead {
  /** When the bundle was created, verbatim. */
  readonly created: string;
  readonly agent_id?: string;
  readonly default_namespace?: string;
  readonly unit_source: string;
  readonly unit_refs: readonly string[];
  readonly session?: JsonObject;
  /** A kit's name for the origin of its records. */
  readonly collection?: string;
  readonly slots: readonly Slot[];
  readonly budget_tokens: number;
  readonly eviction: string;
}

/** One committed item, in the vocabulary of OCF, which is the widest of the three formats. */
export interface StateEntry {
  readonly id: string;
  readonly slot: string;
  readonly content: string;
  readonly tokens: number;
  readonly score: number;
  readonly committed_at: string;
  readonly namespace?: string;
  readonly version?: number;
  readonly author_id?: string;
  readonly access_list?: readonly string[];
  readonly resolution?: "full" | "compressed" | "pointer";
  readonly unit_ref?: string;
  readonly last_access?: string;
  readonly access_count?: number;
  readonly retrieval_strength?: number;
  readonly state?: "active" | "archived";
  /** Keys of other formats, such as a kit's tier. */
  readonly [key: string]: unknown;
}

/** The action of a trail line, in one vocabulary for the three formats. */
export const trailActions = [
  "admit",
  "promote",
  "reject",
  "supersede",
  "superseded",
  "merge",
  "merged",
  "archive",
  "decay",
  "evict",
  "import",
  "dream",
] as const;
/** One of the actions. */
export type TrailAction = (typeof trailActions)[number];

/** One decision of the trail. */
export interface TrailEvent {
  readonly ts: string;
  readonly action: TrailAction;
  /** Absent for decisions about no single entry. */
  readonly entry_id?: string;
  readonly namespace?: string;
  readonly unit_ref?: string;
  readonly slot?: string | null;
  readonly score?: number;
  /** The gate's signals, when they were recorded. */
  readonly signals?: JsonObject;
  readonly reason?: string;
  readonly status?: string;
  readonly supersedes?: string;
  readonly author_id?: string;
  /** Versions of the entry: the one that was expected, the one there was, the one after it. */
  readonly expected_version?: number;
  readonly actual_version?: number;
  readonly result_version?: number;
}

const inForce: Record<TrailAction, boolean> = {
  admit: true,
  promote: true,
  reject: false,
  supersede: true,
  superseded: false,
  merge: true,
  merged: false,
  archive: false,
  decay: true,
  evict: false,
  import: true,
  dream: true,
};

/** Whether an entry is in force after a decision about it. */
export function leavesInForce(action: TrailAction): boolean {
  return inForce[action];
}

/** Default slots of a state, in render order. */
export const DEFAULT_SLOTS: readonly Slot[] = [
  { name: "decision" },
  { name: "constraint" },
  { name: "fact" },
  { name: "task-state" },
];

/** Default token budget of a state. */
export const DEFAULT_BUDGET = 4096;

/** The namespace of entries that name none, when the manifest names none either. */
export const DEFAULT_NAMESPACE = "shared";

/** Whether a namespace is `own` or the shared one; without an own namespace every one is visible. */
export function isOwnOrShared(namespace: string, own: string | null): boolean {
  return own === null || namespace === own || namespace === DEFAULT_NAMESPACE;
}

/** The sum of the entries' tokens; an entry without a count, as other programs write it, adds none. */
export function tokensOf(entries: readonly StateEntry[]): number {
  let sum = 0;
  for (const { tokens } of entries) if (typeof tokens === "number") sum += tokens;
  return sum;
}

/** Identity of an entry within a state; a slash in the namespace is escaped as in a JSON pointer. */
export function entryKey(namespace: string | undefined, id: string): string {
  const name = namespace ?? DEFAULT_NAMESPACE;
  // Few have anything to escape, and looking is cheaper: this is asked for every entry.
  if (!/[~/]/.test(name)) return `${name}/${id}`;
  return `${name.replaceAll("~", "~0").replaceAll("/", "~1")}/${id}`;
}
