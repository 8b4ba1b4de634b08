/** What a session holds, and whether another program has it all. */
import type { Plan } from "./scenarios/scenario.ts";
import type { SentItem } from "./sent/item.ts";

/** One thing that must arrive. */
export type Expected =
  | { readonly kind: "user" | "assistant" | "summary"; readonly text: string }
  | {
      readonly kind: "call";
      readonly id: string;
      readonly name: string;
      readonly arguments: unknown;
    }
  | { readonly kind: "result"; readonly id: string; readonly text: string };

/**
 * What of a program's own next request is the conversation: words of the user and of the model,
 * calls and results. What the program added by itself is left out.
 */
export function expectedItems(sent: readonly SentItem[], plan: Plan): readonly Expected[] {
  const said = plan.script.flatMap(({ parts }) =>
    parts.flatMap((part) => ("text" in part ? [part.text] : [])),
  );
  const answered = new Set<string>();
  return sent.flatMap((item): Expected[] => {
    if (item.kind === "call") return [item];
    if (item.kind === "result") {
      if (answered.has(item.id)) return []; // Gemini sends results of a resumed session twice.
      answered.add(item.id);
      return [item];
    }
    const { text } = item;
    if (plan.summary !== undefined && text.includes(plan.summary)) {
      return [{ kind: "summary", text: plan.summary }];
    }
    const known = item.kind === "user" ? plan.prompts : item.kind === "assistant" ? said : [];
    const found = known.filter((one) => text.includes(one.trim()));
    return found.slice(0, 1).map((one) => ({ kind: item.kind as "user", text: one.trim() }));
  });
}
