/**
 * Summaries by a model. The model gets the previous summary, the facts that the extractive
 * summariser finds, and the newest turns, all quoted as data: a conversation may contain
 * instructions, and must not be able to give them. The answer is wrapped in our header, so that the
 * next summary can be based on it.
 */

import { HoldallError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import { canonicalJson } from "../base/json/canonical.ts";
import { truncateEnd, truncateMiddle } from "../base/text/one-line.ts";
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

/** Characters shown to the model: of one side of a turn, and of all turns together. */
const MAX_SIDE = 4_000;
const MAX_SHOWN = 200_000;
/** Blank lines and the heading around the answer. */
const FRAME = 100;

/**
 * A summariser that lets a model write. The prompt is built here; `ask` sends it. Facts that can be
 * found without a model are included, so that none depends on the model's attention. The prompt's
 * hash is recorded.
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
      // Headings of the answer are moved below ours; a "## " of its own would end the section for
      // the next reader.
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

/**
 * The newest turns as text within bounds. `watch` passes turns through, so that they are read only
 * once.
 */
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
