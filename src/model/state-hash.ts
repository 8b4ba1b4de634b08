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

/** An entry that may name its content by its hash alone, as when the text was redacted. */
type Hashable = Omit<StateEntry, "content"> & { readonly content?: unknown };

/** SHA-256 of an entry: everything that is in force about it, its content by its own hash. */
export function entryHash(entry: StateEntry): string {
  return entryHashBy(entry, sha256(entry.content));
}

/** SHA-256 of an entry whose content has a known hash. */
export function entryHashBy(entry: Hashable, content: string): string {
  const extra: Record<string, unknown> = {};
  for (const key of Object.keys(entry)) if (!KNOWN.has(key)) extra[key] = entry[key];
  const hashed: Record<string, unknown> = { content, extra };
  for (const key of HASHED) hashed[key] = entry[key] ?? null;
  return sha256(canonicalJson(hashed));
}

/** SHA-256 of a whole state: its bounds and its entries in snapshot order. */
export function stateHash(head: StateHead, entries: readonly StateEntry[]): string {
  const namespace = head.default_namespace ?? DEFAULT_NAMESPACE;
  return stateHashBy(
    head,
    entries.map((entry) => hashLine(entry.namespace ?? namespace, entry.id, entryHash(entry))),
  );
}

/** An entry as the hash of its state names it. */
export function hashLine(namespace: string, id: string, hash: string): string {
  return canonicalJson([namespace, id, hash]);
}

/** SHA-256 of a state whose entries' lines are known. */
export function stateHashBy(
  bounds: Pick<StateHead, "budget_tokens" | "eviction"> & {
    readonly slots: readonly { readonly name: string }[];
  },
  lines: readonly string[],
): string {
  const { budget_tokens, eviction } = bounds;
  const names = canonicalJson(bounds.slots.map((slot) => slot.name));
  // Spelled out, because writing ten thousand lines anew for every change would be most of its cost.
  return sha256(
    `{"budget_tokens":${canonicalJson(budget_tokens)},"entries":[${lines.join(",")}],"eviction":${canonicalJson(eviction)},"slots":${names}}`,
  );
}
