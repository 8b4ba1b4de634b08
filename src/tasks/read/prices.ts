import * as z from "zod";
import { isDated } from "../../model/model-name.ts";
import type { Usage } from "./measures.ts";

const price = z.number().min(0).max(1_000_000);

const modelPriceSchema = z.strictObject({
  input: price.describe("US dollars for a million input tokens"),
  output: price.describe("US dollars for a million output tokens"),
  cacheRead: price.optional().describe("For a million tokens read from a cache (default: input)"),
  cacheWrite: price.optional().describe("For a million tokens written to it (default: input)"),
});

/** A table of prices: what models cost, where that was published, and when. */
export const priceTableSchema = z.strictObject({
  date: z.string().min(1).max(100),
  source: z.string().min(1).max(1000),
  models: z.record(z.string().min(1).max(200), modelPriceSchema),
});

/** A table of prices. */
export type PriceTable = z.infer<typeof priceTableSchema>;
type ModelPrice = z.infer<typeof modelPriceSchema>;

const MILLION = 1_000_000;

/** What tokens of a model cost in US dollars; null for a model that the table does not have. */
export function costOf(model: string | null, usage: Usage, table: PriceTable): number | null {
  const found = model === null ? null : priceOf(model, table);
  if (found === null) return null;
  const { input, output, cacheRead = input, cacheWrite = input } = found;
  const sum =
    usage.input * input +
    usage.cacheRead * cacheRead +
    usage.cacheWrite * cacheWrite +
    usage.output * output;
  return sum / MILLION;
}

/** A model's price by its exact name, else without the vendor before it or the date after it. */
function priceOf(model: string, { models }: PriceTable): ModelPrice | null {
  const bare = model.slice(model.lastIndexOf("/") + 1);
  for (const name of [model, bare]) {
    const exact = Object.hasOwn(models, name) ? models[name] : undefined;
    if (exact !== undefined) return exact;
  }
  for (const [name, each] of Object.entries(models)) {
    if (isDated(bare, name)) return each;
  }
  return null;
}
