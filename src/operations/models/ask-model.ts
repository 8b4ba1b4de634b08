import { HoldallError } from "../../base/errors.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { excerpt } from "../../base/text.ts";
import type { AskModel, ModelAnswer } from "../../model/ask-model.ts";
import type { ContextItem } from "../../model/context-items.ts";
import { recordableEndpoint } from "../../providers/endpoint.ts";
import { loadTarget, type Target } from "../../providers/vendors.ts";

/** Whom to ask. */
export interface ModelQuery {
  readonly provider: string;
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly key: string | null;
  readonly signal: AbortSignal;
  /** Most tokens of the answer, when a short one will do. */
  readonly maxOutput?: number;
}

const MAX_OUTPUT = 8192;
const MAX_ANSWER = 16 * 1024 * 1024;
const TIME_LIMIT = 10 * 60 * 1000;

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
    const answer = await postJson(`${base.replace(/\/+$/, "")}${path}`, body, {
      headers: target.provider.headers(asked.key),
      signal: asked.signal,
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

/** Sends JSON and reads the JSON that answers it. */
export async function postJson(
  url: string,
  body: JsonObject,
  { headers, signal }: { readonly headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Json> {
  const place = recordableEndpoint(url);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      redirect: "error", // A key must not follow to another place.
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT)]),
    });
    const text = await readText(response);
    if (response.ok) return JSON.parse(text);
    throw requestFailed(place, `status ${response.status}: ${excerpt(text, 200)}`);
  } catch (error) {
    if (error instanceof HoldallError) throw error;
    const { message, cause } = error as Error;
    throw requestFailed(place, cause instanceof Error ? cause.message : message);
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER) throw new Error(`the answer has more than ${MAX_ANSWER} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function requestFailed(place: string, state: string): HoldallError {
  return new HoldallError("E_IO", `Cannot get an answer from "${place}": ${state}`);
}

/** What the answer cost, as the APIs spell it. */
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
