/**
 * Turns as items of a bundle. Items of ancestors carry `thread_id`, so that a seq is never
 * ambiguous.
 */

import type { ContextItem } from "../../model/context-items.ts";
import type { Turn, TurnMessage, TurnReply, TurnStep } from "../../model/turn.ts";
import type { Reset } from "./strategy.ts";

/** The message of a turn as an item. */
export function questionItem({ user }: Turn, thread_id: string): ContextItem {
  return {
    type: "message",
    role: "user",
    content: user.content,
    actor_id: user.actor_id,
    origin: user.origin,
    thread_seq: user.seq,
    thread_event_id: user.event_id,
    ...inheritedFrom(user.thread_id, thread_id),
  };
}

/** Message and answer: all that a bundle of layout version 1 can contain of a turn. */
export function messageItems(turn: Turn, thread_id: string, resets: Reset[]): ContextItem[] {
  const question = questionItem(turn, thread_id);
  const answer = answerItem(turn, thread_id, resets);
  return answer === null ? [question] : [question, answer];
}

/** The files and artifacts that a turn's message names. */
export function namedItems({ user }: Turn, thread_id: string): TurnMessage["refs"] {
  return user.refs.map((item) => ({ ...item, ...inheritedFrom(user.thread_id, thread_id) }));
}

/**
 * Everything of a turn: what its message names, the message, calls with results, the answer, the
 * effects. Effects come last because they describe the files as they are after the turn.
 */
export function turnItems(turn: Turn, thread_id: string, resets: Reset[]): ContextItem[] {
  const answer = answerItem(turn, thread_id, resets);
  const steps = withoutOrphans(turn.steps, resets);
  const isEffect = (step: TurnStep) => step.type === "tool_side_effect_ref";
  const inherited = inheritedFrom(turn.user.thread_id, thread_id);
  const place = (item: ContextItem): ContextItem => ({ ...item, ...inherited });
  return [
    ...namedItems(turn, thread_id),
    questionItem(turn, thread_id),
    ...steps.filter((step) => !isEffect(step)).map(place),
    ...(answer === null ? [] : [answer]),
    ...steps.filter(isEffect).map(place),
  ];
}

/**
 * A reply that ended otherwise than completed carries its reason, so that a model does not take
 * part of an answer for all of it. An unreadable reply is recorded and left out.
 */
function answerItem({ user, reply }: Turn, thread_id: string, resets: Reset[]): ContextItem | null {
  if (reply === null || reply.text === "") return null;
  if (reply.text === null) {
    resets.push(unavailable(reply));
    return null;
  }
  return {
    type: "message",
    role: "assistant",
    content: reply.text,
    actor_id: null,
    origin: null,
    thread_seq: null,
    thread_event_id: null,
    ...inheritedFrom(user.thread_id, thread_id),
    ...(reply.reason === "completed" ? {} : { status: reply.reason }),
  };
}

function unavailable({ run_session_id }: TurnReply): Reset {
  const ref = { run_session_id };
  return { input: "assistant_reply", action: "skipped", reason: "reply_unavailable", ref };
}

/** A result that answers no call of its turn would be refused by every provider. */
function withoutOrphans(steps: readonly TurnStep[], resets: Reset[]): TurnStep[] {
  const called = new Set<string>();
  return steps.filter((step) => {
    if (step.type === "tool_call") called.add(step.call_id);
    if (step.type !== "tool_result" || called.has(step.call_id)) return true;
    const ref = { call_id: step.call_id };
    resets.push({ input: "tool_result", action: "dropped", reason: "call_unavailable", ref });
    return false;
  });
}

function inheritedFrom(from: string, thread_id: string): { readonly thread_id?: string } {
  return from === thread_id ? {} : { thread_id: from };
}
