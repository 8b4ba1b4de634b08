import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import { trimEndOf } from "../base/text/trim-end.ts";
import type { Embedder } from "../memory/rank/embedder.ts";
import type { embedderSchema } from "../runtime/model-settings.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { keyFor } from "./model-key.ts";
import { postJson } from "./post-json.ts";

/** In ms: a search does not wait longer for a better order. */
const TIMEOUT_MS = 10_000;

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()) })),
});

/**
 * The configured embedder; null without one. A failure is noted, and the search continues without
 * embeddings.
 */
export function chooseEmbedder(
  named: z.infer<typeof embedderSchema> | undefined,
  context: Pick<OperationContext, "signal" | "note">,
): Embedder | null {
  if (named === undefined) return null;
  const { base_url, model, key_variable: variable } = named;
  const url = `${trimEndOf(base_url, "/")}/embeddings`;
  return {
    id: model,
    async embed(texts) {
      try {
        const key = keyFor(model, variable);
        const headers = key === null ? {} : { authorization: `Bearer ${key}` };
        const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIMEOUT_MS)]);
        return vectorsIn(await postJson(url, { model, input: [...texts] }, { headers, signal }));
      } catch (error) {
        const state =
          error instanceof HoldallError ? error.message : "the answer contains no vectors";
        context.note(`Ranked without embeddings: ${state}`);
        return null;
      }
    },
  };
}

function vectorsIn(answer: unknown): readonly Float32Array[] {
  return answerSchema
    .parse(answer)
    .data.toSorted((one, other) => one.index - other.index)
    .map(({ embedding }) => Float32Array.from(embedding));
}
