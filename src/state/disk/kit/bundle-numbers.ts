import * as z from "zod";
import { hashOfState, tokenCountOf } from "../../state.ts";
import type { KitReading } from "./read-kit.ts";

/** The numbers of a bundle's state in an operation's output. */
export const bundleNumbersSchema = () =>
  z.object({
    state_hash: z.string(),
    token_count: z.number(),
    budget_tokens: z.number(),
    entries: z.number(),
    /** Number of its last event; null when the bundle has no history. */
    head_seq: z.number().nullable(),
    events: z.number(),
    redacted: z.number(),
  });

/** The numbers of a bundle's state, from its history or its files. */
export function bundleNumbers({
  history,
  incoming,
}: KitReading): z.infer<ReturnType<typeof bundleNumbersSchema>> {
  const { bounds } = incoming;
  const entries = new Map(
    Array.from(incoming.entries, ([key, { entry }]) => [key, entry] as const),
  );
  return {
    state_hash: hashOfState({ bounds, entries }),
    token_count: tokenCountOf({ entries }),
    budget_tokens: bounds.budget_tokens,
    entries: entries.size,
    head_seq: history?.history?.state.head_seq ?? null,
    events: history?.events ?? 0,
    redacted: history?.redacted ?? 0,
  };
}
