import * as z from "zod";
import type { JsonObject } from "../base/json/value.ts";
import { isTextRef, type TextRef } from "../model/event.ts";
import { count, name, positive, timestamp } from "../model/values.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Stands in keys of tables: one line, and not endless. */
const word = z.string().regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u);
const textRef = z.custom<TextRef>(isTextRef, "Must name a text");

/** What an entry may be held as. */
export const statuses = ["hypothesis", "active", "validated", "deprecated", "superseded"] as const;
/** How sure the state is of an entry, or why it is no longer in force. */
export type Status = (typeof statuses)[number];

/** How a state makes room. */
export const evictions = ["lowest-score", "oldest", "manual"] as const;

/** An entry after a change: as a bundle would carry it, its content by name. Unknown keys are kept. */
const entryImage = z.looseObject({
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
});
/** An entry after a change. */
export type EntryImage = z.infer<typeof entryImage>;

/** An entry with its text in place of the text's hash. */
export const shownEntry = entryImage.extend({ namespace: name, content: z.string() });
/** An entry with its text, as people and programs are shown it. */
export type ShownEntry = JsonObject & z.infer<typeof shownEntry>;

/** The full text of an entry that shows less of it, and how it was referred to. */
const whole = z.object({ text: textRef, tokens: count, unit_ref: z.string().nullable() });
/** The full text of an entry that shows less of it. */
export type Whole = z.infer<typeof whole>;

/** Reasons up to 200 characters stand in the event, longer ones are texts. */
const reason = z.union([z.string(), textRef]);

/** What all entries of a live state share. */
const bounds = z.object({
  slots: z.array(z.object({ name, description: z.string().exactOptional() })).min(1),
  budget_tokens: positive,
  eviction: z.enum(evictions),
  tokenizer: z.string(),
  namespace: word,
});
/** What all entries of a live state share. */
export type Bounds = z.infer<typeof bounds>;

const declared = z.looseObject({
  user_id: word,
  session_id: word,
  task_id: word,
  ...bounds.shape,
  state_hash: sha256.optional(),
});
const bounded = z.looseObject({
  ...bounds.shape,
  reason: reason.optional(),
  state_hash: sha256.optional(),
});

/** A change of one entry; `after` is null when it is gone. */
const changed = z.looseObject({
  namespace: word,
  id: word,
  before_version: positive.nullable(),
  after: entryImage.nullable(),
  whole: whole.nullable(),
  reason: reason.optional(),
  state_hash: sha256.optional(),
});

/** Something said about the state that changes no entry. */
const noted = z.looseObject({ reason: reason.optional(), state_hash: sha256.optional() });

/** Every type of event in a state's stream, with the form of its body. A new type is a line here. */
export const stateBodies = {
  state_declared: declared,
  state_bounded: bounded,
  state_committed: changed,
  state_updated: changed,
  state_superseded: changed,
  state_merged: changed,
  state_deprecated: changed,
  state_promoted: changed,
  state_evicted: changed,
  state_archived: changed,
  state_restored: changed,
  state_compressed: changed,
  state_edited: changed,
  state_adopted: changed,
  state_deleted: changed,
  state_rejected: noted,
  state_redacted: noted,
  state_imported: noted,
  state_anchored: noted,
  state_checkpointed: noted,
  state_resumed: noted,
  state_aliased: noted,
  state_selected: noted,
} as const;

/** The type of an event in a state's stream. */
export type StateEventType = keyof typeof stateBodies;

/** A body as its type promises it. */
export type StateBody =
  | ({ readonly kind: "declared" } & z.infer<typeof declared>)
  | ({ readonly kind: "bounded" } & z.infer<typeof bounded>)
  | ({ readonly kind: "changed" } & z.infer<typeof changed>)
  | ({ readonly kind: "noted" } & z.infer<typeof noted>);

const kinds = new Map<unknown, StateBody["kind"]>([
  [declared, "declared"],
  [bounded, "bounded"],
  [changed, "changed"],
  [noted, "noted"],
]);

/** Reads a body; null when its type is unknown or the body is not what the type promises. */
export function parseStateBody(type: string, body: JsonObject): StateBody | null {
  if (!Object.hasOwn(stateBodies, type)) return null;
  const schema = stateBodies[type as StateEventType];
  const parsed = schema.safeParse(body);
  if (!parsed.success) return null;
  // The schema that just accepted it is the one behind the kind.
  return { ...parsed.data, kind: kinds.get(schema) } as StateBody;
}
