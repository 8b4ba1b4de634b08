import { isConsent } from "../../model/typed-request.ts";
import type { DigestTurn } from "./digest.ts";
import { isOvertaken } from "./overtaken.ts";
import { typedText } from "./requests.ts";
import { statementsOf } from "./sentences.ts";
import { countShared, stemsOf } from "./stems.ts";

/**
 * Gives requests that were sent while the agent worked their part of the reply: one reply answers them all, in
 * order. A request after which the person only said "continue" is answered by what came then.
 */
export function shareReplies(turns: readonly DigestTurn[]): readonly DigestTurn[] {
  const shared = [...turns];
  for (let index = turns.length - 2; index >= 0; index--) {
    const turn = shared[index];
    const next = shared[index + 1];
    if (turn === undefined || next === undefined || turn.request === "") continue;
    if (hasAnswer(turn) || !hasAnswer(next)) continue;
    const isLast = index + 1 === turns.length - 1;
    if (isConsent(next.request)) {
      // The last reply stays where it is: it is carried word for word.
      if (isLast) continue;
      shared[index] = { ...turn, ...replyOf(next) };
      shared[index + 1] = { ...next, reply: "", reply_id: null };
      continue;
    }
    const split = splitReply(next.reply, turn.request, next.request);
    if (split === null || isLast) continue;
    shared[index] = { ...turn, ...replyOf(next), reply: split.first };
    shared[index + 1] = { ...next, reply: split.rest };
  }
  return shared;
}

/** Whether a reply says something that lasts; what is said between two calls does not. */
function hasAnswer({ reply, isAnswered }: DigestTurn): boolean {
  return isAnswered && statementsOf(reply).some((each) => !each.isLead && !isOvertaken(each));
}

function replyOf({ reply, reply_id, isAnswered }: DigestTurn) {
  return { reply, reply_id, isAnswered };
}

/** The beginning of a reply that speaks of an earlier request and not of its own; null when there is none. */
function splitReply(
  reply: string,
  earlier: string,
  own: string,
): { readonly first: string; readonly rest: string } | null {
  const before = stemsOf(typedText(earlier), 4);
  const after = stemsOf(typedText(own), 4);
  let end = 0;
  for (const { text, isLead } of statementsOf(reply)) {
    const stems = stemsOf(text, 4);
    if (isLead || countShared(stems, before) <= countShared(stems, after)) break;
    const at = reply.indexOf(text, end);
    if (at < 0) break;
    end = at + text.length;
  }
  return end === 0 ? null : { first: reply.slice(0, end), rest: reply.slice(end).trim() };
}
