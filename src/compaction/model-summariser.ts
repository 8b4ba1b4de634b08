import { HoldallError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import { canonicalJson } from "../base/json/canonical.ts";
import { truncateEnd, truncateMiddle } from "../base/one-line.ts";
import type { AskModel } from "../model/ask-model.ts";
import type { ContextItem } from "../model/context-items.ts";
import { quoteContext } from "../model/quoted-context.ts";
import type { Turn } from "../model/turn.ts";
import { extractive } from "./extractive/extractive.ts";
import { MAX_SUMMARY, type Summariser } from "./summariser.ts";
import { MAX_HEADER, summaryHeader } from "./summary-header.ts";

const ID = "model_v1";
const TASK =
  "Write a summary of the conversation quoted below, for the model that will continue it. Keep what was decided and why, what was ruled out, constraints, open ends, files and names exactly as they are spelled. Leave out courtesies. Answer in Markdown with the summary alone, in at most 2000 words.";

/** Longest side of a turn, and most of the conversation, that the model is shown. */
const MAX_SIDE = 4_000;
const MAX_SHOWN = 200_000;
/** Blank lines and the heading around the answer. */
const FRAME = 100;

/**
 * A summariser that lets a model write. What it is asked is made here, from the same turns; `ask` sends it.
 * The facts that can be picked without a model are given to it, so that none depends on its attention.
 */
export function modelSummariser(ask: AskModel): Summariser {
  return {
    id: ID,
    async summarise(input) {
      const recent = createRecentText();
      const facts = await extractive.summarise({
        ...input,
        turns: () => recent.watch(input.turns()),
      });
      const items = buildPrompt(input.base?.markdown ?? null, facts, recent.text());
      const answer = await ask(items);
      if (answer.text.trim() === "") {
        throw new HoldallError("E_REQUEST", `Cannot summarise: "${answer.model}" returned no text`);
      }
      const { model, input_tokens, output_tokens } = answer;
      const header = summaryHeader(input, ID, {
        model,
        prompt_sha256: sha256(canonicalJson(items)),
        ...(input_tokens === undefined ? {} : { input_tokens }),
        ...(output_tokens === undefined ? {} : { output_tokens }),
      });
      // Headings of the answer go below ours, so that the next summary finds all of it.
      const text = answer.text
        .toWellFormed()
        .trim()
        .replaceAll(/^#{1,2} /gm, "### ");
      return `${header}\n\n## Cumulative Summary\n\n${truncateEnd(text, MAX_SUMMARY - MAX_HEADER - FRAME)}\n`;
    },
  };
}

function buildPrompt(base: string | null, facts: string, turns: string): readonly ContextItem[] {
  const parts = [
    ...(base === null ? [] : [`The summary so far:\n${quoteContext(base)}`]),
    `Facts that were picked out of the conversation:\n${quoteContext(facts)}`,
    `The conversation since:\n${quoteContext(turns)}`,
    "Write the summary now.",
  ];
  return [
    { type: "message", role: "system", content: TASK },
    { type: "message", role: "user", content: parts.join("\n").toWellFormed() },
  ];
}

/** The newest turns, as text within bounds. */
function createRecentText() {
  const shown: string[] = [];
  let size = 0;
  return {
    async *watch(turns: AsyncIterable<Turn>): AsyncGenerator<Turn> {
      for await (const turn of turns) {
        const text = textOf(turn);
        shown.push(text);
        size += text.length;
        while (size > MAX_SHOWN) size -= shown.shift()?.length ?? size;
        yield turn;
      }
    },
    text: () => shown.join("\n"),
  };
}

function textOf({ user, reply, steps }: Turn): string {
  const tools = steps.flatMap((step) => (step.type === "tool_call" ? [step.name] : []));
  const lines = [`[${user.seq}] ${user.actor_id} wrote: ${truncateMiddle(user.content, MAX_SIDE)}`];
  if (tools.length > 0) lines.push(`[${user.seq}] tools: ${truncateEnd(tools.join(", "), 500)}`);
  if (reply?.text) lines.push(`[${user.seq}] answer: ${truncateMiddle(reply.text, MAX_SIDE)}`);
  return lines.join("\n");
}
