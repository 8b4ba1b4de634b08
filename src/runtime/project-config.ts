/**
 * The schema of `holdall.yaml`. Descriptions become the reference page, so each key explains
 * itself. Strict objects: a mistyped key is reported instead of being ignored silently.
 *
 * The file may come from anyone, so each key is judged by what a stranger could do with it. A name or a word is
 * only text. A number or a list costs memory, time or a model's context, so each of them has a highest value. What
 * bounds the reading of other people's files (`limits`), names an address, a key or a program, or exempts
 * from redaction is a key of the user's own file only.
 */

import * as z from "zod";
import { DEFAULT_ROUTING } from "../model/slot-routing.ts";
import { defaultBounds } from "../state/default-bounds.ts";
import { evictionPolicies } from "../state/event-bodies.ts";
import { gateThresholdsSchema } from "../state/gate/config.ts";
import { DEFAULT_DECAY } from "../state/use/retrieval-strength.ts";

/** Highest values, far above what a project needs: with them, every command still ends soon. */
const MAX_TOKENS = 1_000_000;
/** Fewer would restore nothing: a project must not switch hooks off. */
export const MIN_RESTORED_TOKENS = 300;
const MAX_RESTORED_TOKENS = 100_000;
const MAX_CANDIDATES = 1_000;
const MAX_SLOTS = 64;
const MAX_RULES = 256;
const MAX_DAYS = 36_500;
const MAX_BOOST = 1_000;

const shortText = z.string().regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u);
const slot = z.union([
  shortText.transform((name) => ({ name })),
  z.strictObject({ name: shortText, description: z.string().exactOptional() }),
]);

/** One routing rule; a `*` at the end of a word matches every word with that prefix. */
const routingRule = z.strictObject({
  slot: shortText.describe("Slot, where the state has it"),
  words: z
    .array(shortText.regex(/[\p{L}\p{N}]/u, { error: "must have a letter or digit" }))
    .min(1)
    .max(MAX_RULES)
    .describe("Words or phrases of an entry that belongs there; one may end in *"),
});

const state = z.strictObject({
  budget_tokens: z
    .int()
    .min(1)
    .max(MAX_TOKENS)
    .default(defaultBounds.budget_tokens)
    .describe("Token budget of a new state"),
  slots: z
    .array(slot)
    .min(1)
    .max(MAX_SLOTS)
    .default(() => [...defaultBounds.slots])
    .describe("Slots of a new state, in render order"),
  routing: z
    .array(routingRule)
    .max(MAX_RULES)
    .default(() =>
      DEFAULT_ROUTING.map(({ slot: name, words }) => ({ slot: name, words: [...words] })),
    )
    .describe(
      "Words that assign an entry to a slot, tried in this order (else: fact, or the last slot)",
    ),
  eviction: z
    .enum(evictionPolicies)
    .default(defaultBounds.eviction)
    .describe("How tokens are freed"),
  protect_slots: z
    .array(shortText)
    .max(MAX_SLOTS)
    .default([])
    .describe("Slots that are never evicted from"),
  compress: z.boolean().default(true).describe("Shorten what does not fit"),
  tokenizer: shortText.default(defaultBounds.tokenizer).describe("Token counter"),
  recall_limit: z
    .int()
    .min(1)
    .max(MAX_CANDIDATES)
    .default(16)
    .describe("Maximum number of candidates per commit"),
});

const decay = z.strictObject({
  enabled: z.boolean().default(true).describe("Whether entries fade at all"),
  half_life_days: z
    .number()
    .min(1)
    .max(MAX_DAYS)
    .default(DEFAULT_DECAY.half_life_days)
    .describe("Days after which the strength has halved"),
  floor: z.number().min(0).max(1).default(DEFAULT_DECAY.floor).describe("Minimum strength"),
  boost: z.number().min(1).max(MAX_BOOST).default(DEFAULT_DECAY.boost).describe("Maximum strength"),
});

const session = z.strictObject({
  user: shortText.optional().describe("User of an address that names none"),
  task: shortText.optional().describe("Task of an address that names none"),
});

const hooks = z.strictObject({
  max_tokens: z
    .int()
    .min(1)
    .max(MAX_RESTORED_TOKENS)
    .default(2000)
    .describe(`Tokens that a session start restores, at least ${MIN_RESTORED_TOKENS}`),
  claims_on_compact: z
    .boolean()
    .default(true)
    .describe("Propose claims of a session for the state before a compaction and at its end"),
  dream_on_compact: z.boolean().default(false).describe("Dream after a pre-compact checkpoint"),
});

/** Everything that `holdall.yaml` may contain. */
export const projectConfigSchema = z.strictObject({
  namespace: shortText.default(defaultBounds.namespace).describe("Namespace of entries and units"),
  collection: shortText.optional().describe("Name of the collection in exported kits"),
  track_access: z.boolean().default(true).describe("Count reads that gave entries to an agent"),
  state: state.prefault({}).describe("The state"),
  gate: gateThresholdsSchema.prefault({}).describe("Thresholds of the gate"),
  decay: decay.prefault({}).describe("How entries fade"),
  session: session.prefault({}).describe("Defaults of addresses"),
  hooks: hooks.prefault({}).describe("What hooks do"),
});

/** The content of `holdall.yaml`, with defaults. */
export type ProjectConfig = z.infer<typeof projectConfigSchema>;
