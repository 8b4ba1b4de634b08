/**
 * Bodies of the events of units. Lengths are bounded here, because units come from documents of
 * other programs.
 */

import * as z from "zod";

const label = z.string().min(1).max(512);
const textRef = z.strictObject({ sha256: z.string(), bytes: z.number().int().min(0) });

/** The scopes of a unit. */
export const scopes = ["shared", "agent", "session", "task"] as const;

/** A relation between two nodes. */
export const relationSchema = z.object({
  subject: label,
  predicate: label,
  object: label,
  source_node_id: label.optional(),
});

/** The facts of a unit besides its content. */
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

/** The facts of a unit besides its content. */
export type UnitFacts = z.infer<typeof unitFactsSchema>;

/** The body of `unit_stored`. `record` is the front matter of an imported record. */
export const storedSchema = unitFactsSchema.extend({
  content: textRef,
  record: textRef.nullable().default(null),
});

/** Every state of a unit; the content of a deleted one is removed. */
export const unitStates = ["active", "archived", "retracted", "deleted"] as const;

/** The state of a unit. */
export type UnitState = (typeof unitStates)[number];

/** The body of `use_recalled`: units that were given to an agent, and their tokens. */
export const recalledSchema = z.object({
  /** The operation that returned them. */
  op: label,
  units: z.array(z.string()),
  session_id: label.nullable().default(null),
  /** Tokens of what was returned, and of the complete units, by the counter `counter`. */
  returned_tokens: z.number().int().min(0),
  baseline_tokens: z.number().int().min(0),
  counter: label,
});

/** Units that were given to an agent, and their tokens. */
export type RecalledBody = z.infer<typeof recalledSchema>;
