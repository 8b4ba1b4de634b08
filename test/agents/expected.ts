/** What a session contains, as its own program sent it to the model. */
import type { ModelRequest } from "./model/server.ts";
import type { Plan } from "./scenarios/scenario.ts";
import type { SentItem } from "./sent/item.ts";
import { sentItems } from "./sent/sent-items.ts";

/** One thing that must arrive. */
export type Expected =
  | { readonly kind: "user" | "assistant" | "summary"; readonly text: string }
  | Extract<SentItem, { kind: "call" | "result" }>;

/**
 * The turn of one prompt: the prompt, what the program sent after it in its last request, and the
 * answer to that. An answer that was interrupted is nobody's yet.
 */
export function turnItems(prompt: string, requests: readonly ModelRequest[]): readonly Expected[] {
  const last = requests.findLast(({ isErrand, body }) => {
    return !isErrand && JSON.stringify(body).includes(JSON.stringify(prompt).slice(1, -1));
  });
  if (last === undefined) throw new Error(`Cannot tell what became of "${prompt}": nobody sent it`);
  const sent = sentItems(last);
  const start = sent.findLastIndex(({ kind, ...item }) => {
    return kind === "user" && "text" in item && item.text.includes(prompt);
  });
  const parts = last.step === null || last.step.hangs ? [] : last.step.parts;
  return [
    { kind: "user", text: prompt },
    ...sent.slice(start + 1).flatMap(workItem),
    ...parts.flatMap((part): Expected[] =>
      "text" in part ? [{ kind: "assistant", text: part.text }] : [],
    ),
  ];
}

/** What of a compacted session its program sends when it is continued. */
export function keptItems(sent: readonly SentItem[], plan: Plan): readonly Expected[] {
  const answered = new Set<string>();
  return sent.flatMap((item): Expected[] => {
    if (item.kind === "result") {
      if (answered.has(item.id)) return []; // Gemini sends results of a resumed session twice.
      answered.add(item.id);
    }
    if (item.kind === "call" || item.kind === "result") return workItem(item);
    if (plan.summary !== undefined && item.text.includes(plan.summary)) {
      return [{ kind: "summary", text: plan.summary }];
    }
    return messagesOf(item.kind, item.text, plan);
  });
}

/** Programs put in words of their own as well; only those of the scenario count. */
function messagesOf(kind: "user" | "assistant" | "system", text: string, plan: Plan): Expected[] {
  if (kind === "system") return [];
  const replies = plan.script.flatMap(({ parts }) =>
    parts.flatMap((part) => ("text" in part ? [part.text] : [])),
  );
  // A command to the program is no message, and may occur in the name of a folder.
  const asked = plan.prompts.filter((prompt) => !/^\/\w+$/.test(prompt));
  const known = kind === "user" ? asked : replies;
  const found = known.find((one) => text.includes(one));
  return found === undefined ? [] : [{ kind, text: found }];
}

function workItem(item: SentItem): Expected[] {
  switch (item.kind) {
    case "assistant":
      return [{ kind: item.kind, text: item.text }];
    case "call":
      return [item];
    case "result":
      return [{ ...item, text: withoutReminders(item.text) }];
    default:
      return [];
  }
}

/** Claude Code hangs what it has to say itself onto the last result. */
function withoutReminders(text: string): string {
  return text.replaceAll(/\s*<system-reminder>[\s\S]*?<\/system-reminder>/g, "").trim();
}
