import type { Citation } from "../../model/citation.ts";

/** Tokens of a claim at most: one sentence. */
export const MAX_CLAIM_TOKENS = 40;
/** Claims of one session at most that are found without a model: more are read by nobody. */
export const MAX_CLAIMS = 12;
/** Claims that an agent or a model is asked for: what whoever continues the work reads first. */
export const MAX_BRIEF_CLAIMS = 25;

/** What a claim is about; each is the name of a default slot. */
export const claimKinds = ["decision", "constraint", "fact", "task-state"] as const;
/** What a claim is about. */
export type ClaimKind = (typeof claimKinds)[number];

/** Whether a claim is true at the end of its session. */
export const claimStatuses = ["in force", "superseded", "done", "asked", "open"] as const;
/** Whether a claim is true at the end of its session. */
export type ClaimStatus = (typeof claimStatuses)[number];

/** One short sentence about the work, with the item that bears it out. */
export interface Claim {
  readonly text: string;
  readonly kind: ClaimKind;
  readonly status: ClaimStatus;
  /** When the cited item was written. */
  readonly at: string | null;
  readonly citation: Citation;
  /** Whether a person wrote the cited item, where that is known. */
  readonly isTyped?: boolean;
}

/** Why a claim is not borne out by its session. */
export const doubts = {
  too_long: "it is longer than one short sentence",
  not_alone: "it cannot be understood without what was written before it",
  no_such_item: "the session has no such item",
  words_differ: "the cited item does not state it",
  name_missing: "it names something that the cited item does not contain",
  polarity: "the cited item limits, negates or questions it",
  pasted: "it is in a text that the person pasted, not in their own words",
  tool_only: "only the output of a tool supports it",
  summary_only: "only a summary supports it",
  repeats_tool: "it repeats the output of a tool",
  unconfirmed: "an agent wrote it, and no person confirmed it",
  taken_back: "something later in the session takes it back",
  superseded: "it is marked as superseded",
  too_large: "the session is too large to be checked to its end",
} as const;
/** Why a claim is not borne out by its session. */
export type Doubt = keyof typeof doubts;
