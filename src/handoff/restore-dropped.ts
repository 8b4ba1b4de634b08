import { HoldallError } from "../base/errors.ts";
import type { DroppedItem } from "../model/dropped.ts";
import { findDropped } from "../transcripts/dropped/find-dropped.ts";
import type { ChosenConversation } from "./choose-in-force.ts";
import { coversEntireSession, type HandoffRequest } from "./request.ts";

/** Which of what a compaction dropped is wanted back: everything, or what is at these numbers of `show`. */
export type WantedBack = "all" | readonly number[];

/** Bytes of what is put into a note at most: it is read before anything else. */
const MAX_BYTES = 8_000;

/** Finds what of the conversation before its last compaction goes into the note again; nothing, unless it is wanted. */
export async function restoreDropped(
  request: HandoffRequest,
  { hasSealedSummary }: Pick<ChosenConversation, "hasSealedSummary">,
): Promise<readonly DroppedItem[]> {
  const { restore, session, sourceAgent } = request;
  // What an encrypted summary replaces is handed over itself.
  if (restore === undefined || hasSealedSummary) return [];
  if (!coversEntireSession(request)) {
    throw new HoldallError("E_USAGE", "Cannot restore what was dropped into a part of a session", {
      cure: "leave out --restore-dropped, or --since and --until",
    });
  }
  const { header, items } = session;
  const dropped = await findDropped({ header, items: () => items(), tools: sourceAgent.tools });
  if (restore === "all") return withinBytes(dropped.items);
  for (const wanted of restore) {
    if (dropped.items.some(({ number }) => number === wanted)) continue;
    const state = "the last compaction dropped nothing there";
    throw new HoldallError("E_NOT_FOUND", `Cannot restore #${wanted}: ${state}`, {
      cure: "`holdall show FROM --dropped` lists what it dropped",
    });
  }
  return withinBytes(dropped.items.filter(({ number }) => restore.includes(number ?? 0)));
}

/** What fits; decisions come first, and changed files last. */
function withinBytes(items: readonly DroppedItem[]): readonly DroppedItem[] {
  let left = MAX_BYTES;
  return items.filter((item) => {
    left -= Buffer.byteLength(restoredLine(item)) + 1;
    return left >= 0;
  });
}

/** What was dropped as a line of a note; the number is its place in the source session. */
export function restoredLine({ kind, text, number }: DroppedItem): string {
  return `- ${KINDS[kind]}${number === null ? "" : ` (#${number})`}: ${text}`;
}

const KINDS = {
  decision: "decided",
  open: "open",
  command: "was run",
  file: "changed file",
} as const satisfies Record<DroppedItem["kind"], string>;
