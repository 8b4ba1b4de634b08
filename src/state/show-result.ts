import * as z from "zod";
import { shownEntrySchema } from "./event-bodies.ts";

/** Names an entry of a state. */
export const entryKeySchema = z.object({ namespace: z.string(), id: z.string() });

/** A state in an operation's output. */
export const shownStateSchema = () =>
  z.object({
    user_id: z.string(),
    session_id: z.string(),
    task_id: z.string(),
    state_hash: z.string(),
    token_count: z.number(),
    budget_tokens: z.number(),
    saturation: z.number(),
    head_seq: z.number(),
    slots: z.array(z.string()).readonly(),
    eviction: z.string(),
    namespace: z.string(),
    entries: z.array(shownEntrySchema).readonly(),
    /** Pairs of entries that may contradict each other, until someone decides. */
    conflicts: z.array(entryKeySchema.extend({ other: entryKeySchema })).readonly(),
  });
