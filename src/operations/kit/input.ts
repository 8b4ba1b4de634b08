import path from "node:path";
import * as z from "zod";
import { hashOfState, tokenCountOf } from "../../state/state.ts";
import { isUrl } from "../../stores/locate.ts";
import type { KitReading } from "./read-kit.ts";

/** What a workspace is called in bundles: the project's folder, or the schema of a database. */
export function workspaceLabel(location: string): string {
  if (isUrl(location)) {
    const url = new URL(location);
    return url.searchParams.get("schema") ?? (url.pathname.slice(1) || "holdall");
  }
  const isInside = path.basename(location) === ".holdall";
  return path.basename(isInside ? path.dirname(location) : location) || "holdall";
}

/** The state of a bundle in numbers, in an operation's output. */
export const bundleNumbersSchema = () =>
  z.object({
    state_hash: z.string(),
    token_count: z.number(),
    budget_tokens: z.number(),
    entries: z.number(),
    /** Seq of its last event; null when the history before the bundle is not available. */
    head_seq: z.number().nullable(),
    events: z.number(),
    redacted: z.number(),
  });

/** The state of a bundle in numbers: by its history, else by its files. */
export function bundleNumbers({
  history,
  incoming,
}: KitReading): z.infer<ReturnType<typeof bundleNumbersSchema>> {
  const { bounds } = incoming;
  const held = Array.from(incoming.entries, ([key, { entry: held }]) => [key, held] as const);
  const entries = new Map(held);
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
