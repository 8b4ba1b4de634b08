import * as z from "zod";

const label = z.string().min(1).max(512);
const textRef = z.strictObject({ sha256: z.string(), bytes: z.number().int().min(0) });

/** Who a unit is for. */
export const scopes = ["shared", "agent", "session", "task"] as const;

/** One side of the world that a unit links to another. */
export const relationSchema = z.object({
  subject: label,
  predicate: label,
  object: label,
  source_node_id: label.optional(),
});

/** What is said about a unit besides its content. */
export const unitFactsSchema = z.object({
  namespace: label,
  node_id: label.nullable().default(null),
  type: label.nullable().default(null),
  tags: z.array(z.string().min(1).max(128)).max(64).default([]),
  source: z.string().max(2_048).nullable().default(null),
  author_id: label.nullable().default(null),
  confidence: z.number().min(0).max(1).nullable().default(null),
  scope: z.enum(scopes).nullable().default(null),
  agent_id: label.nullable().default(null),
  session_id: label.nullable().default(null),
  task_id: label.nullable().default(null),
  user_id: label.nullable().default(null),
  relations: z.array(relationSchema).max(64).default([]),
});

/** What is said about a unit besides its content. */
export type UnitFacts = z.infer<typeof unitFactsSchema>;

/** The body of `unit_stored`. `record` is the text of front matter that a record came with. */
export const storedSchema = unitFactsSchema.extend({
  content: textRef,
  record: textRef.nullable().default(null),
});

/** What may have become of a unit; of a deleted one the content is gone too. */
export const unitStates = ["active", "archived", "retracted", "deleted"] as const;

/** What may have become of a unit. */
export type UnitState = (typeof unitStates)[number];

/** The body of `use_recalled`: units that were given to an agent, and what that cost and saved. */
export const recalledSchema = z.object({
  /** The operation that gave them. */
  op: label,
  units: z.array(z.string()),
  session_id: label.nullable().default(null),
  /** What was given, and what the same units cost as a whole; `counter` says in which tokens. */
  returned_tokens: z.number().int().min(0),
  baseline_tokens: z.number().int().min(0),
  counter: label,
});

/** Units that were given to an agent, and what that cost and saved. */
export type RecalledBody = z.infer<typeof recalledSchema>;
