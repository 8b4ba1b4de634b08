import { isObject, type JsonObject } from "../../base/json/value.ts";
import { type ItemBody, parseTokenCount } from "../build-items.ts";
import type { Envelope } from "./envelope.ts";

/** Finds what each response cost, once, while a rollout goes by in its order. */
export interface UsageMeter {
  bodies(envelope: Envelope, model: string | null): ItemBody[];
}

type Total = readonly [
  input: number,
  cached: number,
  written: number,
  output: number,
  reasoning: number,
];

/** Begins metering a rollout. */
export function createUsageMeter(): UsageMeter {
  let total: Total = [0, 0, 0, 0, 0];
  let hasRecords = false;
  return {
    bodies({ type, payload }, model) {
      if (type === "token_usage_record") {
        hasRecords = true;
        return bodyOf(totalOf(payload.usage), model);
      }
      if (type !== "event_msg" || payload.type !== "token_count") return [];
      const next = isObject(payload.info) ? totalOf(payload.info.total_token_usage) : null;
      if (next === null || hasRecords) return [];
      // Totals grow, and the same one comes again; one that shrinks begins again.
      const isGrown = next.every((tokens, at) => tokens >= (total[at] ?? 0));
      const cost = isGrown ? next.map((tokens, at) => tokens - (total[at] ?? 0)) : next;
      total = next;
      return bodyOf(cost, model);
    },
  };
}

function totalOf(usage: unknown): Total | null {
  if (!isObject(usage)) return null;
  const tokens = (key: keyof JsonObject) => parseTokenCount(usage[key]);
  return [
    tokens("input_tokens"),
    tokens("cached_input_tokens"),
    tokens("cache_write_input_tokens"),
    tokens("output_tokens"),
    tokens("reasoning_output_tokens"),
  ];
}

function bodyOf(cost: readonly number[] | null, model: string | null): ItemBody[] {
  const [input = 0, cache_read = 0, cache_write = 0, output = 0, reasoning = 0] = cost ?? [];
  if (input + output === 0) return [];
  const input_uncached = Math.max(0, input - cache_read - cache_write);
  return [{ kind: "usage", model, input_uncached, cache_read, cache_write, output, reasoning }];
}
