import type { BudgetKind, BudgetPart } from "../../../web/text/budget-layout.ts";
import type { Answer } from "../../answers.ts";

/** A compiled context. */
export type Compiled = Answer<"thread compile">;

/** What went in, what did not, and why. */
export type Explanation = NonNullable<Compiled["explanation"]>;

/** One item of the context. */
export type ExplainedItem = Explanation["items"][number];

/** The items of a context as parts of its budget. */
export function budgetParts(items: readonly ExplainedItem[]): readonly BudgetPart[] {
  return items.map((item) => {
    const { kind, group } = kindOf(item);
    const place = item.seq === null ? "" : ` #${item.seq}`;
    return { kind, group, tokens: item.tokens, title: `${group}${place}: ${item.tokens} tokens` };
  });
}

function kindOf({ type, role, why }: ExplainedItem): { kind: BudgetKind; group: string } {
  if (type === "state_ref") return { kind: "state", group: "State in force" };
  if (type === "summary_ref") return { kind: "summary", group: "Summaries" };
  if (type === "handoff_bundle_ref") return { kind: "summary", group: "Summary of a handoff" };
  if (type === "tool_call" || type === "tool_result") return { kind: "tool", group: "Tool calls" };
  if (type !== "message") return { kind: "note", group: "References" };
  if (role === "system") return { kind: "note", group: "Notes about gaps" };
  if (why === "the message to be answered") {
    return { kind: "question", group: "Message to answer" };
  }
  return role === "assistant"
    ? { kind: "turn", group: "Earlier answers" }
    : { kind: "turn", group: "Earlier messages" };
}

const REASONS: Readonly<Record<string, string>> = {
  summarised: "replaced by a summary",
  outside_window: "older than what the strategy takes",
  over_budget: "no space in the budget",
};

/** A reason of the compiler as a phrase. */
export function reasonText(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll("_", " ");
}

const STRATEGIES: Readonly<Record<string, string>> = {
  token_budget_recent_v1: "what matters most within the budget",
  recent_messages_v1: "the newest messages",
  summaries_recent_messages_v1: "a summary and the newest messages",
  hierarchical_summaries_recent_messages_v1: "several summaries and the newest messages",
};

/** What a strategy chooses, as a phrase. */
export function strategyText(name: string): string {
  return STRATEGIES[name] ?? name.replaceAll("_", " ");
}

/** A budget as it was typed; undefined where it is not a number. */
export function budgetOf(text: string | null): number | undefined {
  const value = Number(text);
  return text !== null && text.trim() !== "" && Number.isInteger(value) && value > 0
    ? value
    : undefined;
}
