import * as z from "zod";
import type { Found } from "../../sessions/index/find-matches.ts";
import { isUnit, type Recalled, type RecalledPassage, rankOf } from "../recall.ts";

/** What a unit, a passage or an entry that was found has in common. */
const found = {
  id: z.string(),
  content: z.string(),
  /** Whether the content is only a part. */
  excerpt: z.boolean(),
  /** Computed from its words and, for a unit, its strength. */
  score: z.number(),
};

/** A found passage of a session or a thread, entry of a state, or request. */
const passageHitSchema = () =>
  z.object({
    kind: z.enum(["session", "thread", "state", "request"]),
    ...found,
    title: z.string().nullable(),
    /** Who or what it is from: user, assistant, call, result … */
    from: z.string(),
    at: z.string().nullable(),
  });

/** A unit or a passage in an operation's output. */
export const anyHitSchema = () =>
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("unit"), ...hitSchema().shape }),
    passageHitSchema(),
  ]);

/** A unit or a passage that was found. */
export function toAnyHit(
  each: Recalled | RecalledPassage,
): z.infer<ReturnType<typeof anyHitSchema>> {
  if (isUnit(each)) return { kind: "unit", ...toHit(each) };
  const { source_kind, source_id, title, kind, at_ms } = each.passage;
  return {
    kind: source_kind,
    id: source_id,
    content: each.content,
    excerpt: each.isExcerpt,
    score: each.score,
    title,
    from: kind,
    at: at_ms === null ? null : new Date(at_ms).toISOString(),
  };
}

/** The lines of a session that were found; it need not be imported. */
export function toSessionHits({ id, title, score, matches }: Found) {
  return matches.map(({ kind, at, line }) => ({
    kind: "session" as const,
    id,
    content: line,
    excerpt: true,
    score,
    title,
    from: kind,
    at,
  }));
}

/** A found unit in an operation's output. */
const hitSchema = () =>
  z.object({
    ...found,
    node_id: z.string().nullable(),
    namespace: z.string(),
    retrieval_strength: z.number(),
    tags: z.array(z.string()),
    source: z.string().nullable(),
    author_id: z.string().nullable(),
    confidence: z.number().nullable(),
    useful_count: z.number(),
    access_count: z.number(),
    created_at: z.string(),
  });

/** A found unit. */
function toHit(found: Recalled): z.infer<ReturnType<typeof hitSchema>> {
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
