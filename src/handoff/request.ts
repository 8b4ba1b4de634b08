import type { Agent, IndexedSession } from "../agents/agent.ts";
import type { LossItem } from "../model/loss.ts";
import type { Allowance } from "../redact/allowance.ts";
import type { Claim } from "../transcripts/claims/claim.ts";
import type { Place } from "../transcripts/find-bounds.ts";
import type { PathReplacement } from "./replace-paths.ts";
import type { WantedBack } from "./restore-dropped.ts";

/**
 * How a session gets to its receiver: its own records move, with what its provider encrypted; or the same agent gets it
 * written again, with its secrets; or it is translated for another agent or a file.
 */
export type Transfer = "move" | "rewrite" | "translation";

/** A session that was read, its receiver, and what was asked for. Every stage of a handoff refers to it. */
export interface HandoffRequest {
  readonly session: Pick<IndexedSession, "header" | "items">;
  readonly sourceAgent: Pick<Agent, "displayName" | "tools">;
  /** Whether the source contains a conversation, rather than texts of a bundle. */
  readonly isConversation: boolean;
  readonly receiver: Pick<Agent, "tools" | "isReservedText">;
  /** The first message to hand over; null for all from the beginning. */
  readonly since: Place | null;
  /** The last message to hand over; null for all to the end. */
  readonly until: Place | null;
  /** Maximum tokens for the receiver; null for everything. */
  readonly budget: number | null;
  /** Tokens that the receiver takes, if that is known. */
  readonly window?: number | null;
  readonly transfer: Transfer;
  /** Whether readable thinking of the source model becomes text of the conversation. */
  readonly thinking: boolean;
  /** The target session of an earlier handoff after whose end this one begins; absent for any other. */
  readonly continues?: { readonly session_id: string; readonly at: string };
  /** What the note begins with, written by an agent or a model and borne out by the session; absent for nothing. */
  readonly claims?: readonly Claim[];
  /** What a compaction dropped and is wanted back in the note; absent for nothing. */
  readonly restore?: WantedBack;
  /** Whether the note says how the session ended although nothing is left out, as on a page. */
  readonly isPage?: boolean;
  readonly redact: boolean;
  /** What stays although it looks like a secret. */
  readonly allow?: Allowance;
  /** Path beginnings to replace, old and new. */
  readonly map: readonly PathReplacement[];
  /** What was lost when the session was read. */
  readonly losses: readonly LossItem[];
  readonly now: Date;
  /** Which of some files changed after a moment. */
  changedSince(files: readonly string[], moment: string | null): Promise<readonly string[]>;
}

/** Whether the request is for the entire conversation, and not for a part of it. */
export function coversEntireSession({
  since,
  until,
}: Pick<HandoffRequest, "since" | "until">): boolean {
  return since === null && until === null;
}
