import type { Turn, TurnStep } from "../model/turn.ts";
import type { ViewItem } from "./conversation-view.ts";

/** The turns of a thread as a reader sees them; all items of a turn have the number of its message. */
export function viewTurns(turns: readonly Turn[]): ViewItem[] {
  return turns.flatMap(({ user, steps, reply }) => {
    const common = { number: user.ordinal, at: null, tool: null, diff: null };
    const items: ViewItem[] = [{ ...common, kind: "user", text: user.content }];
    for (const step of steps) items.push(...viewStep(step, steps, common));
    if (reply === null) return items;
    if (reply.text !== "") {
      items.push({ ...common, kind: "assistant", text: reply.text ?? "(cannot be read)" });
    }
    if (reply.reason !== "completed") {
      items.push({ ...common, kind: "error", text: `the run ended: ${reply.reason}` });
    }
    return items;
  });
}

function viewStep(
  step: TurnStep,
  steps: readonly TurnStep[],
  common: Pick<ViewItem, "number" | "at" | "tool" | "diff">,
): ViewItem[] {
  switch (step.type) {
    case "tool_call": {
      const result = steps.find(
        (each) => each.type === "tool_result" && each.call_id === step.call_id,
      );
      const found = result?.type === "tool_result" ? result : null;
      const text = typeof step.arguments === "string" ? step.arguments : firstText(step.arguments);
      const outcome = { ok: found?.ok ?? null, result: found?.content ?? null, answer: null };
      const tool = { name: step.name, arguments: step.arguments, ...outcome };
      return [{ ...common, kind: "tool", text, tool }];
    }
    case "tool_side_effect_ref":
      return (step.affected_paths ?? []).map((path) => ({
        ...common,
        kind: "file",
        text: `update ${path}`,
      }));
    case "tool_result":
      return []; // Shown with its call.
    default:
      return step satisfies never;
  }
}

function firstText(values: Readonly<Record<string, unknown>>): string {
  return Object.values(values).find((value) => typeof value === "string") ?? "";
}
