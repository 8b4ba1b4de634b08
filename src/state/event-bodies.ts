import * as z from "zod";
import type { JsonObject } from "../base/json/value.ts";
import { citationSchema } from "../model/citation.ts";
import { isTextRef, type TextRef } from "../model/event.ts";
import { trailActions } from "../model/state.ts";
import { count, name, positive, timestamp } from "../model/values.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Used in keys of tables: one line of limited length. */
const label = z.string().regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u);
const textRef = z.custom<TextRef>(isTextRef, "must be a reference to a text");

/** Every status of an entry. */
export const statuses = ["hypothesis", "active", "validated", "deprecated", "superseded"] as const;
/** How certain an entry is, or why it is no longer in force. */
export type Status = (typeof statuses)[number];

/** Which entries a state evicts when its budget is full. */
export const evictionPolicies = ["lowest-score", "oldest", "manual"] as const;

/** An entry after a change, as in a bundle but with its content by hash. Unknown keys are kept. */
export const entryImageSchema = z.looseObject({
  id: name,
  slot: name,
  content: textRef,
  tokens: count,
  score: z.number(),
  committed_at: timestamp,
  namespace: name.optional(),
  version: positive.optional(),
  author_id: name.optional(),
  access_list: z.array(z.string()).optional(),
  resolution: z.enum(["full", "compressed", "pointer"]).optional(),
  unit_ref: z.string().optional(),
  state: z.enum(["active", "archived"]).optional(),
  status: z.string().optional(),
  supersedes: z.string().optional(),
  /** The item of a session that it was kept from. */
  citation: citationSchema.optional().catch(undefined),
});
/** An entry after a change. */
export type EntryImage = z.infer<typeof entryImageSchema>;

/** An entry with its text in place of the text's hash. */
export const shownEntrySchema = entryImageSchema.extend({ namespace: name, content: z.string() });
/** An entry with its text, for display and for programs. */
export type ShownEntry = JsonObject & z.infer<typeof shownEntrySchema>;

/** The full text of an entry that shows less, and how the entry referred to it. */
export const fullTextSchema = z.object({
  text: textRef,
  tokens: count,
  unit_ref: z.string().nullable(),
});
/** The full text of an entry that shows less. */
export type FullText = z.infer<typeof fullTextSchema>;

/** Reasons up to 200 characters are in the event, longer ones are texts. */
const reasonSchema = z.union([z.string(), textRef]);

/** The settings that all entries of a live state share. */
export const boundsSchema = z.object({
  slots: z.array(z.object({ name, description: z.string().exactOptional() })).min(1),
  budget_tokens: positive,
  eviction: z.enum(evictionPolicies),
  tokenizer: z.string(),
  namespace: label,
});
/** The settings that all entries of a live state share. */
export type Bounds = z.infer<typeof boundsSchema>;

const declarationSchema = z.looseObject({
  user_id: label,
  session_id: label,
  task_id: label,
  ...boundsSchema.shape,
  state_hash: sha256.optional(),
});
const boundsChangeSchema = z.looseObject({
  ...boundsSchema.shape,
  reason: reasonSchema.optional(),
  state_hash: sha256.optional(),
});

/** A change of one entry; `after` is null when it was deleted. */
const changeSchema = z.looseObject({
  namespace: label,
  id: label,
  before_version: positive.nullable(),
  after: entryImageSchema.nullable(),
  whole: fullTextSchema.nullable(),
  reason: reasonSchema.optional(),
  state_hash: sha256.optional(),
});

/** A note about the state that changes no entry. */
const noteSchema = z.looseObject({
  reason: reasonSchema.optional(),
  state_hash: sha256.optional(),
});

/** A line of the trail of a bundle from another program, without its reason. */
export const trailLineSchema = z.looseObject({
  ts: timestamp,
  action: z.enum(trailActions),
  entry_id: z.string().optional(),
  namespace: z.string().optional(),
  unit_ref: z.string().optional(),
  slot: z.string().nullable().optional(),
  score: z.number().optional(),
  status: z.string().optional(),
  supersedes: z.string().optional(),
  author_id: z.string().optional(),
  expected_version: z.number().optional(),
  actual_version: z.number().optional(),
  result_version: z.number().optional(),
});
const trailNoteSchema = noteSchema.extend({ line: trailLineSchema });

/** A statement that waits for a decision; its text is beside the event. */
const proposalNoteSchema = noteSchema.extend({
  proposal: label,
  content: textRef,
  slot: name,
  status: label,
  written_at: timestamp.nullable(),
  citation: z.looseObject({ session: label, item: label }),
  source: label,
  doubt: label.optional(),
});
const reviewNoteSchema = noteSchema.extend({
  proposal: label,
  decision: z.enum(["kept", "skipped"]),
  entry: label.nullable(),
});

/** Every type of event in a state's stream, with the schema of its body. Add a new type here. */
export const stateBodySchemas = {
  state_declared: declarationSchema,
  state_bounded: boundsChangeSchema,
  state_committed: changeSchema,
  state_updated: changeSchema,
  state_superseded: changeSchema,
  state_merged: changeSchema,
  state_deprecated: changeSchema,
  state_promoted: changeSchema,
  state_evicted: changeSchema,
  state_archived: changeSchema,
  state_restored: changeSchema,
  state_compressed: changeSchema,
  state_edited: changeSchema,
  state_adopted: changeSchema,
  state_deleted: changeSchema,
  state_rejected: noteSchema,
  state_dismissed: noteSchema,
  state_proposed: proposalNoteSchema,
  state_reviewed: reviewNoteSchema,
  state_redacted: noteSchema,
  state_imported: noteSchema,
  state_trail_imported: trailNoteSchema,
  state_anchored: noteSchema,
  state_checkpointed: noteSchema,
  state_resumed: noteSchema,
  state_aliased: noteSchema,
  state_selected: noteSchema,
} as const;

/** The type of an event in a state's stream. */
export type StateEventType = keyof typeof stateBodySchemas;

/** A parsed body, by the kind of its schema. */
export type StateBody =
  | ({ readonly kind: "declared" } & z.infer<typeof declarationSchema>)
  | ({ readonly kind: "bounded" } & z.infer<typeof boundsChangeSchema>)
  | ({ readonly kind: "changed" } & z.infer<typeof changeSchema>)
  | ({ readonly kind: "noted" } & z.infer<typeof noteSchema>);

const kindOfSchema = new Map<unknown, StateBody["kind"]>([
  [declarationSchema, "declared"],
  [boundsChangeSchema, "bounded"],
  [changeSchema, "changed"],
  [noteSchema, "noted"],
  [trailNoteSchema, "noted"],
  [proposalNoteSchema, "noted"],
  [reviewNoteSchema, "noted"],
]);

/** Parses a body; null when its type is unknown or the body does not match the schema of its type. */
export function parseStateBody(type: string, body: JsonObject): StateBody | null {
  if (!Object.hasOwn(stateBodySchemas, type)) return null;
  const schema = stateBodySchemas[type as StateEventType];
  const parsed = schema.safeParse(body);
  if (!parsed.success) return null;
  // The schema that just accepted it is the one of the kind.
  return { ...parsed.data, kind: kindOfSchema.get(schema) } as StateBody;
}
