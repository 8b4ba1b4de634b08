import { sha256 } from "../base/hash.ts";
import { canonicalJson } from "../base/json/canonical.ts";
import { DEFAULT_NAMESPACE, type StateEntry, type StateHead } from "./state.ts";

/** Keys of an entry that its hash names one by one; what is absent counts as null. */
const HASHED = [
  "access_list",
  "author_id",
  "committed_at",
  "id",
  "namespace",
  "resolution",
  "score",
  "slot",
  "state",
  "status",
  "supersedes",
  "tokens",
  "unit_ref",
  "version",
] as const;

/** Keys that reading alone changes: they are not part of what is in force. */
const USE = ["last_access", "access_count", "retrieval_strength"];
const KNOWN = new Set<string>([...HASHED, ...USE, "content"]);

/** SHA-256 of an entry: everything that is in force about it, its content by its own hash. */
export function entryHash(entry: StateEntry): string {
  const extra: Record<string, unknown> = {};
  for (const key of Object.keys(entry)) if (!KNOWN.has(key)) extra[key] = entry[key];
  const hashed: Record<string, unknown> = { content: sha256(entry.content), extra };
  for (const key of HASHED) hashed[key] = entry[key] ?? null;
  return sha256(canonicalJson(hashed));
}

/** SHA-256 of a whole state: its bounds and its entries in snapshot order. */
export function stateHash(head: StateHead, entries: readonly StateEntry[]): string {
  const namespace = head.default_namespace ?? DEFAULT_NAMESPACE;
  return sha256(
    canonicalJson({
      budget_tokens: head.budget_tokens,
      eviction: head.eviction,
      slots: head.slots.map((slot) => slot.name),
      entries: entries.map((entry) => [entry.namespace ?? namespace, entry.id, entryHash(entry)]),
    }),
  );
}
