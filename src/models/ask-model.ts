/**
 * Asks a model one question, without streaming. A provider renders the request, `post-json.ts`
 * sends it, the provider reads the answer. Summaries, judges and distillation all use this.
 */

import { HoldallError } from "../base/errors.ts";
import { isObject, type Json } from "../base/json/value.ts";
import { trimEndOf } from "../base/text/trim-end.ts";
import type { AskModel, ModelAnswer } from "../model/ask-model.ts";
import type { ContextItem } from "../model/context-items.ts";
import { loadTarget, type Target } from "../providers/vendors.ts";
import type { Allowance } from "../redact/allowance.ts";
import { postJson } from "./post-json.ts";

/** The model to ask. */
export interface ModelQuery {
  readonly provider: string;
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly key: string | null;
  readonly signal: AbortSignal;
  /** What stays in the request although it looks like a secret. */
  readonly allow?: Allowance | undefined;
  /** Maximum tokens of the answer. */
  readonly maxOutput?: number;
}

const MAX_OUTPUT = 8192;

/** Prepares to ask a model for one answer that is not streamed. */
export async function askModel(asked: ModelQuery): Promise<AskModel> {
  const target = await loadTarget(asked.provider);
  const base = asked.baseUrl ?? target.vendor?.baseUrl;
  if (base === undefined || base.includes("{")) {
    throw new HoldallError(
      "E_USAGE",
      `Cannot call "${asked.provider}": it has no default base URL`,
      {
        cure: "add --base-url URL",
      },
    );
  }
  return async (items) => {
    const { body, path, missing } = await render(target, asked, items);
    if (missing.length > 0) {
      throw new HoldallError("E_USAGE", `Cannot call "${asked.provider}": no model was given`, {
        cure: "add --model NAME",
      });
    }
    const answer = await postJson(`${trimEndOf(base, "/")}${path}`, body, {
      headers: target.provider.headers(asked.key),
      signal: asked.signal,
      allow: asked.allow,
    });
    const text = target.provider.replyText(answer) ?? "";
    return { text, model: asked.model ?? target.vendor?.model ?? "", ...usageOf(answer) };
  };
}

function render({ provider, vendor }: Target, asked: ModelQuery, items: readonly ContextItem[]) {
  return provider.render(
    { items, text: async () => null, size: async () => null },
    {
      model: asked.model ?? null,
      maxOutput: asked.maxOutput ?? MAX_OUTPUT,
      tools: [],
      actorPrefix: false,
      stream: false,
      ...(vendor === null ? {} : { vendor }),
    },
  );
}

/** Token counts of an answer, in the spellings of the supported APIs. */
function usageOf(answer: Json): Pick<ModelAnswer, "input_tokens" | "output_tokens"> {
  const usage = isObject(answer) ? (answer.usage ?? answer.usageMetadata) : null;
  if (!isObject(usage)) return {};
  const input = usage.input_tokens ?? usage.prompt_tokens ?? usage.promptTokenCount;
  const output = usage.output_tokens ?? usage.completion_tokens ?? usage.candidatesTokenCount;
  return {
    ...(typeof input === "number" ? { input_tokens: input } : {}),
    ...(typeof output === "number" ? { output_tokens: output } : {}),
  };
}
