import type { Turn, TurnMessage, TurnStep } from "../model/turn.ts";
import type { ConversationItem } from "./conversation-item.ts";

/** Turns of a session in order, as compile strategies read them. */
export async function turnsOf(
  thread_id: string,
  items: AsyncIterable<ConversationItem>,
): Promise<readonly Turn[]> {
  const turns: { user: TurnMessage; steps: TurnStep[]; replies: string[] }[] = [];
  let place = 0;
  for await (const item of items) {
    const question = questionOf(item);
    let turn = turns.at(-1);
    if (question !== null || turn === undefined) {
      const user = messageOf(thread_id, item, { seq: place, ordinal: turns.length + 1 });
      turn = { user: { ...user, content: question ?? "" }, steps: [], replies: [] };
      turns.push(turn);
    }
    if (question === null) addStep(turn, item);
    place++;
  }
  return turns.map(({ user, steps, replies }) => {
    const reply = { run_session_id: user.event_id, text: replies.join("\n"), reason: "completed" };
    return { user, steps, reply: replies.length === 0 ? null : reply };
  });
}

/** What begins a turn: a person's words, or the summary of everything before. */
export function questionOf(item: ConversationItem): string | null {
  if (item.kind === "message") return item.role === "user" ? item.text : null;
  if (item.kind !== "compaction") return null;
  return `Summary of the conversation before this point:\n${item.summary ?? ""}`;
}

function messageOf(
  thread_id: string,
  item: ConversationItem,
  place: Pick<TurnMessage, "seq" | "ordinal">,
): Omit<TurnMessage, "content"> {
  return {
    thread_id,
    event_id: item.id,
    actor_id: "user",
    origin: "transcript",
    refs: [],
    ...place,
  };
}

function addStep(turn: { steps: TurnStep[]; replies: string[] }, item: ConversationItem): void {
  if (item.kind === "message") turn.replies.push(item.text);
  turn.steps.push(...stepsOfItem(item));
}

/** A call or a result as a step of a turn; nothing for what was said. */
export function stepsOfItem(item: ConversationItem): readonly TurnStep[] {
  if (item.kind === "tool_call") {
    const { call_id, name } = item;
    return [{ type: "tool_call", call_id, name, arguments: argumentsOf(item.arguments) }];
  }
  if (item.kind !== "tool_result") return [];
  const { call_id, ok, content } = item;
  return [{ type: "tool_result", call_id, ok, content }];
}

/** Arguments as they are, or as the text some tools take. */
function argumentsOf(
  input: Extract<ConversationItem, { kind: "tool_call" }>["arguments"],
): Extract<TurnStep, { type: "tool_call" }>["arguments"] {
  // They were read from JSON, so that they can be said in it again.
  return typeof input === "string" ? input : JSON.parse(JSON.stringify(input));
}
