import * as z from "zod";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { ownValue } from "../../model/task-bundle.ts";

/** Tokens of a run, as providers count them. */
const usageSchema = () =>
  z.object({
    /** Input that no cache served. */
    input: z.number(),
    cacheRead: z.number(),
    cacheWrite: z.number(),
    output: z.number(),
    /** Part of `output`. */
    reasoning: z.number(),
  });

/** Tokens of a run, as providers count them. */
export type Usage = z.infer<ReturnType<typeof usageSchema>>;

/** What a run took. Null means that the bundle does not record it, which is never 0. */
export const measuresSchema = () =>
  z.object({
    usage: usageSchema().nullable(),
    durationMs: z.number().nullable(),
    /** In US dollars. */
    costUsd: z.number().nullable(),
    exitCode: z.number().nullable(),
  });

/** What a run took. Null means that the bundle does not record it, which is never 0. */
export type Measures = z.infer<ReturnType<typeof measuresSchema>>;

/** The measures of which nothing is known. */
export const noMeasures: Measures = {
  usage: null,
  durationMs: null,
  costUsd: null,
  exitCode: null,
};

/** All tokens of a run; reasoning is part of the output. */
export function totalTokens({ input, cacheRead, cacheWrite, output }: Usage): number {
  return input + cacheRead + cacheWrite + output;
}

/** The sum of two usages. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
  };
}

/**
 * The measures of a bundle, from its `run` object:
 * `{ "durationMs", "exitCode", "usage": { "input", "cacheRead", "cacheWrite", "output", "reasoning" },
 * "cost": { "usd", "pricesFrom", "pricesDate" } }`. Readers of the format ignore it if they do not know it.
 */
export function readMeasures(document: JsonObject): Measures {
  const run = ownValue(document, "run");
  if (!isObject(run)) return noMeasures;
  const cost = ownValue(run, "cost");
  return {
    usage: usageOf(ownValue(run, "usage")),
    durationMs: amount(ownValue(run, "durationMs")),
    costUsd: isObject(cost) ? amount(ownValue(cost, "usd")) : null,
    exitCode: integer(ownValue(run, "exitCode")),
  };
}

function usageOf(value: Json | undefined): Usage | null {
  if (!isObject(value)) return null;
  const read = (key: keyof Usage): number => amount(ownValue(value, key)) ?? 0;
  return {
    input: read("input"),
    cacheRead: read("cacheRead"),
    cacheWrite: read("cacheWrite"),
    output: read("output"),
    reasoning: read("reasoning"),
  };
}

function amount(value: Json | undefined): number | null {
  return typeof value === "number" && value >= 0 && Number.isFinite(value) ? value : null;
}

function integer(value: Json | undefined): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}
