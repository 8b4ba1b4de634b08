import { extractive } from "../../src/compaction/extractive/extractive.ts";
import type { AskModel } from "../../src/model/ask-model.ts";
import { quoteContext } from "../../src/model/quoted-context.ts";
import { isConversation } from "../../src/transcripts/conversation-item.ts";
import { turnsOf } from "../../src/transcripts/turns.ts";
import { textOf } from "./handoff-quality.ts";
import type { PlantedSession } from "./planted-session.ts";

const TASK =
  "You are about to lose the conversation quoted below. Write the summary with which you could go on: what was asked for, decided, ruled out and why, constraints, files, exact commands, error texts, the next step. Answer with the summary alone.";

/** Most of a conversation that a model is shown; a session of the benchmark fits. */
const MAX_CHARACTERS = 400_000;

/** A summary without a model: what our summariser picks out, in the place of what a model would write. */
export async function extractiveSummary({ header, items }: PlantedSession): Promise<string> {
  const thread_id = header.session_id;
  const conversation = items.filter(isConversation);
  const turns = await turnsOf(thread_id, streamOf(conversation));
  const last = turns.at(-1)?.user;
  if (last === undefined) return "";
  const { ordinal, seq, event_id } = last;
  return extractive.summarise({
    thread_id,
    cut_rule_id: "all",
    cut: { target_message_ordinal: ordinal, to_seq: seq, to_message_id: event_id },
    base: null,
    basis_note: null,
    turns: () => streamOf(turns),
  });
}

/** A summary by a model that sees the whole session, as agents ask for theirs. */
export async function modelSummary(ask: AskModel, { items }: PlantedSession): Promise<string> {
  const conversation = items.map((item) => `${item.actor}> ${textOf(item)}`).join("\n");
  const { text } = await ask([
    { type: "message", role: "system", content: TASK },
    { type: "message", role: "user", content: quoteContext(conversation.slice(-MAX_CHARACTERS)) },
  ]);
  return text;
}

async function* streamOf<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
