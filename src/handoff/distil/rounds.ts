import type { Turn } from "../../model/turn.ts";
import { type ConversationItem, textBytesOf } from "../../transcripts/conversation-item.ts";
import { stepsOfItem } from "../../transcripts/turns.ts";

/**
 * A question, or one step of the work on it: what the agent said and called, with the results. Long
 * turns are cut into rounds, so that the end of one can be carried where the whole does not fit.
 */
export interface Round {
  /** The position of its first item among those in force. */
  readonly start: number;
  readonly items: ConversationItem[];
  bytes: number;
}

/** The newest rounds, within a number of bytes; at least one. */
export async function lastRounds(
  items: AsyncIterable<ConversationItem>,
  maxBytes: number,
): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  let place = 0;
  let kept = 0;
  for await (const item of items) {
    let round = rounds.at(-1);
    if (round === undefined || startsRound(item, round)) {
      round = { start: place, items: [], bytes: 0 };
      rounds.push(round);
    }
    const bytes = textBytesOf(item);
    round.items.push(item);
    round.bytes += bytes;
    kept += bytes;
    while (rounds.length > 1 && kept - (rounds[0]?.bytes ?? 0) > maxBytes) {
      kept -= rounds.shift()?.bytes ?? 0;
    }
    place++;
  }
  return rounds;
}

/** A call and its result are never parted: a new round begins only where something new is said or asked. */
function startsRound(item: ConversationItem, { items }: Round): boolean {
  if (item.kind === "compaction") return true;
  if (item.kind === "tool_result") return false;
  const last = items.at(-1);
  if (item.kind === "message") return item.role === "user" || last?.kind === "tool_result";
  return last?.kind === "tool_result" && !hasOpenCall(items);
}

function hasOpenCall(items: readonly ConversationItem[]): boolean {
  const closed = new Set(
    items.flatMap((item) => (item.kind === "tool_result" ? [item.call_id] : [])),
  );
  return items.some((item) => item.kind === "tool_call" && !closed.has(item.call_id));
}

/** A round as compile strategies read it; what has no question has an empty one. */
export function roundAsTurn({ start, items }: Round, session: string, ordinal: number): Turn {
  const question = items.find((item) => item.kind === "message" && item.role === "user");
  const texts = items.flatMap((item) => {
    if (item.kind === "compaction") return [item.summary ?? ""];
    return item.kind === "message" && item.role === "assistant" ? [item.text] : [];
  });
  return {
    user: {
      thread_id: session,
      seq: start,
      event_id: `${session}:${start}`,
      ordinal,
      content: question?.kind === "message" ? question.text : "",
      actor_id: "user",
      origin: "transcript",
      refs: [],
    },
    steps: items.flatMap(stepsOfItem),
    reply: { run_session_id: session, text: texts.join("\n"), reason: "completed" },
  };
}
