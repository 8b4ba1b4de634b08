import type { TranscriptItem } from "../../model/transcript.ts";
import { isInterruption } from "../../transcripts/dispositions.ts";

/** How the conversation of a session ended. */
export interface SessionEnd {
  /** Whether the model answered at all. */
  readonly hasAnswered: boolean;
  /** The error that came last, after everything that the model said and did; null when none did. */
  readonly lastError: string | null;
}

/** The end of a session of which nothing is known. */
export const noSessionEnd: SessionEnd = { hasAnswered: false, lastError: null };

/** The end of a session after one more item. Sub-agents and paths that were left do not count. */
export function nextSessionEnd(before: SessionEnd, item: TranscriptItem): SessionEnd {
  if (item.thread !== null || item.branch !== null) return before;
  if (item.kind === "error") {
    const { code, text } = item;
    const lastError = code === null ? text : `${code}: ${text}`;
    return isInterruption(item) ? before : { ...before, lastError };
  }
  const isAnswer =
    (item.kind === "message" && item.role === "assistant") ||
    item.kind === "tool_call" ||
    item.kind === "reasoning";
  return isAnswer ? { hasAnswered: true, lastError: null } : before;
}
