import type { AskModel } from "../../model/ask-model.ts";
import type { Allowance } from "../../redact/allowance.ts";
import { createRedactor, type Redactor } from "../../redact/redactor.ts";
import type { ConversationItem } from "../../transcripts/conversation-item.ts";
import { chooseFacts, type Fact } from "../../transcripts/digest/facts.ts";
import type { ToolTable } from "../../transcripts/tool-names.ts";
import { distilPrompt, factLines } from "./prompt.ts";
import { type Proposal, type Refusal, readAnswer } from "./read-answer.ts";
import { selectShownItems } from "./shown-items.ts";

/** A session that a model is to distil. */
export interface DistilRequest {
  readonly session: string;
  /** What is in force of it, the same every time. */
  items(): AsyncIterable<ConversationItem>;
  readonly tools: ToolTable;
  /** What was found in it without a model. */
  readonly facts: readonly Fact[];
  /** Tokens of the session and the facts that the model is shown. */
  readonly budget: number;
  readonly count: (text: string) => number;
  readonly ask: AskModel;
  /** What stays although it looks like a secret. */
  readonly allow?: Allowance;
}

/** What a model made of a session; nothing of it is committed yet. */
export interface Distillate {
  readonly model: string;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly entries: readonly (Proposal | Refusal)[];
}

/** Share of what is shown that the facts may take. */
const FACTS_SHARE = 0.4;

/**
 * Lets a model name what a session comes down to. It is shown no secret that we can find, and its answer is
 * checked against the items that it cites.
 */
export async function distil(request: DistilRequest): Promise<Distillate> {
  const { session, items, tools, budget, count, ask } = request;
  const redactor = await redactorFor(request);
  const facts = chooseFacts(request.facts, budget * FACTS_SHARE, count);
  const texts = facts.map(({ text }) => redactor.text(text, ""));
  const note = factLines(texts);
  const shown = await selectShownItems({ session, items, tools, redactor, budget, note });
  const { text, model, input_tokens, output_tokens } = await ask(distilPrompt(shown, texts));
  return {
    model,
    input_tokens: input_tokens ?? null,
    output_tokens: output_tokens ?? null,
    entries: readAnswer({ text, model }, { items: shown, facts }),
  };
}

async function redactorFor({ items, allow }: DistilRequest): Promise<Redactor> {
  const redactor = createRedactor(allow);
  for await (const item of items()) redactor.learn(item);
  return redactor;
}
