import * as z from "zod";
import type { Ledger } from "../../ledger/ledger.ts";
import { scopes } from "../../memory/event-bodies.ts";
import { type Recalled, rankOf } from "../../memory/recall.ts";
import type { UnitFilter } from "../../memory/tables.ts";
import { DEFAULT_NAMESPACE } from "../../model/state.ts";
import { configFor } from "../operation/config.ts";
import type { OperationContext } from "../operation/operation.ts";
import { projectRoot } from "../operation/workspace.ts";

const label = (what: string) =>
  z
    .string()
    .regex(/^(?=.*\S)[^\p{Cc}]{1,512}$/u, { error: "must be a short text in one line" })
    .optional()
    .describe(what);

/** Whose units are meant, for every operation on them. */
export const ownerInput = {
  namespace: label("Namespace; the configured one unless told"),
  scope: z.enum(scopes).optional().describe("Who it is for"),
  "agent-id": label("Agent it belongs to"),
  "session-id": label("Session it belongs to"),
  "task-id": label("Task it belongs to"),
  "user-id": label("User it belongs to"),
};

/** What the documents call the options and parameters above. */
export const ownerAliases = { project: "namespace" };

/** The name of a unit, as every operation on one takes it. */
export const unitName = z
  .string()
  .min(1)
  .max(512)
  .describe("Id of the unit, the beginning of it, or its node id");

type Owner = { readonly [Key in keyof typeof ownerInput]?: string | undefined };

/** Which units an operation may see: by what was named, else by the configuration. */
export function filterFor(
  context: OperationContext,
  ledger: Ledger,
  owner: Owner,
): UnitFilter & { readonly namespace: string; readonly collection: string | null } {
  const config = configFor(context, projectRoot(ledger, context));
  return {
    namespace: owner.namespace ?? config.namespace,
    collection: config.collection ?? null,
    scope: owner.scope,
    agent_id: owner["agent-id"],
    session_id: owner["session-id"],
    task_id: owner["task-id"],
    user_id: owner["user-id"],
  };
}

/** Where an answer was looked for. */
export const scopeAppliedSchema = () =>
  z.object({
    project: z.string(),
    union: z.array(z.string()),
    user_id: z.string().nullable(),
    collection: z.string().nullable(),
  });

/** Where an answer was looked for. */
export function scopeApplied({
  namespace,
  user_id,
  collection,
}: ReturnType<typeof filterFor>): z.infer<ReturnType<typeof scopeAppliedSchema>> {
  return {
    project: namespace,
    union: [...new Set([namespace, DEFAULT_NAMESPACE])],
    user_id: user_id ?? null,
    collection,
  };
}

/** A unit that was found, in an operation's output. */
export const hitSchema = () =>
  z.object({
    id: z.string(),
    node_id: z.string().nullable(),
    namespace: z.string(),
    content: z.string(),
    /** Whether the content is a part of what the unit says. */
    excerpt: z.boolean(),
    /** By its words and its strength. */
    score: z.number(),
    retrieval_strength: z.number(),
    tags: z.array(z.string()),
    source: z.string().nullable(),
    author_id: z.string().nullable(),
    confidence: z.number().nullable(),
    useful_count: z.number(),
    access_count: z.number(),
    created_at: z.string(),
  });

/** A unit that was found. */
export function toHit(found: Recalled): z.infer<ReturnType<typeof hitSchema>> {
  const { row, facts, strength, content, isExcerpt } = found;
  return {
    id: row.unit_id,
    node_id: row.node_id,
    namespace: row.namespace,
    content,
    excerpt: isExcerpt,
    score: rankOf(found),
    retrieval_strength: strength,
    tags: [...facts.tags],
    source: facts.source,
    author_id: facts.author_id,
    confidence: facts.confidence,
    useful_count: row.useful,
    access_count: row.accesses,
    created_at: row.created_at,
  };
}
