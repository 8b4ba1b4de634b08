/**
 * Pairs calls with results and groups calls that were made together. Ids and names are adapted to
 * an API's rules deterministically: the same conversation always gets the same ids, and two
 * different calls never share one.
 */

import { sha256 } from "../base/hash.ts";
import type { JsonObject } from "../base/json/value.ts";
import type { ContextItem } from "../model/context-items.ts";
import type { RenderReset } from "./provider.ts";

/** A tool call item. */
export type ToolCallItem = Extract<ContextItem, { type: "tool_call" }>;
/** A tool result item. */
export type ToolResultItem = Extract<ContextItem, { type: "tool_result" }>;

/** Calls that were made together, with their results. */
export interface CallGroup {
  readonly calls: readonly ToolCallItem[];
  /** Results in the order they came in; calls that have none are not among them. */
  readonly answers: readonly { readonly call: ToolCallItem; readonly result: ToolResultItem }[];
}

/** What an API accepts as the id and the name of a call. */
export interface CallRules {
  readonly id: RegExp;
  /** Length of the ids that replace those it does not accept. */
  readonly idLength: number;
  readonly name: RegExp;
}

/** The groups of calls by the item they begin with, and the results that answer nothing. */
export function groupCalls(items: readonly ContextItem[]): {
  readonly groups: ReadonlyMap<ContextItem, CallGroup>;
  readonly orphans: ReadonlySet<ContextItem>;
} {
  const { answerOf, orphans } = pair(items);
  const runs: (readonly [ToolCallItem, ToolCallItem[]])[] = [];
  for (const [index, item] of items.entries()) {
    if (item.type !== "tool_call") continue;
    // Only adjacent calls were made together; a result between them ends the group.
    if (items[index - 1]?.type === "tool_call") runs.at(-1)?.[1].push(item);
    else runs.push([item, [item]]);
  }
  const groups = new Map<ContextItem, CallGroup>(
    runs.map(([first, calls]) => [first, { calls, answers: answersOf(calls, answerOf) }]),
  );
  return { groups, orphans };
}

interface Answer {
  readonly result: ToolResultItem;
  readonly index: number;
}

/** Some agents reuse an id within a session: calls with the same id are answered in their order. */
function pair(items: readonly ContextItem[]) {
  const open = new Map<string, ToolCallItem[]>();
  const answerOf = new Map<ToolCallItem, Answer>();
  const orphans = new Set<ContextItem>();
  for (const [index, item] of items.entries()) {
    if (item.type === "tool_call") {
      const same = open.get(item.call_id);
      if (same) same.push(item);
      else open.set(item.call_id, [item]);
    }
    if (item.type !== "tool_result") continue;
    const call = open.get(item.call_id)?.shift();
    if (call) answerOf.set(call, { result: item, index });
    else orphans.add(item);
  }
  return { answerOf, orphans };
}

function answersOf(calls: readonly ToolCallItem[], answerOf: ReadonlyMap<ToolCallItem, Answer>) {
  return calls
    .flatMap((call) => {
      const answer = answerOf.get(call);
      return answer ? [{ call, ...answer }] : [];
    })
    .sort((left, right) => left.index - right.index)
    .map(({ call, result }) => ({ call, result }));
}

/** Assigns every call an id and a name that the API accepts, the same ones every time. */
export function createCallNames(rules: CallRules, resets: RenderReset[]) {
  const fitId = createIdFitter(rules);
  return (call: ToolCallItem): { readonly id: string; readonly name: string } => {
    const { id, isRepeated } = fitId(call.call_id);
    const name = fitName(call.name, rules.name);
    if (id !== call.call_id) {
      const reason = isRepeated ? "call_id_repeated" : "call_id_unfit";
      resets.push(replaced(reason, { call_id: call.call_id, sent: id }));
    }
    if (name !== call.name) {
      resets.push(replaced("name_unfit", { call_id: call.call_id, name: call.name, sent: name }));
    }
    return { id, name };
  };
}

function replaced(reason: RenderReset["reason"], ref: JsonObject): RenderReset {
  return { input: "tool_call", action: "replaced", reason, ref };
}

function createIdFitter(rules: CallRules) {
  const used = new Set<string>();
  const rounds = new Map<string, number>();
  return (id: string) => {
    let round = rounds.get(id) ?? 0;
    const isRepeated = round > 0;
    let fit = id;
    while (used.has(fit) || !rules.id.test(fit)) {
      fit = sha256(`${round++}\n${id}`).slice(0, rules.idLength);
    }
    used.add(fit);
    rounds.set(id, round + 1);
    return { id: fit, isRepeated };
  };
}

function fitName(name: string, pattern: RegExp): string {
  if (pattern.test(name)) return name;
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 60);
  return pattern.test(plain) ? plain : `t_${plain}`;
}
