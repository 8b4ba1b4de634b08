import type { Hash } from "node:crypto";
import { createSha256, sha256 } from "../base/hash.ts";
import { canonicalJson } from "../base/json/canonical.ts";
import { DEFAULT_NAMESPACE, type StateEntry, type StateHead } from "./state.ts";

/** Keys of an entry that its hash names one by one; what is absent counts as null. */
const HASHED_KEYS = [
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
const USE_KEYS = ["last_access", "access_count", "retrieval_strength"];
const KNOWN = new Set<string>([...HASHED_KEYS, ...USE_KEYS, "content"]);

/** An entry that may name its content by its hash alone, as when the text was redacted. */
type Hashable = Omit<StateEntry, "content"> & { readonly content?: unknown };

/** SHA-256 of an entry: everything that is in force about it, its content by its own hash. */
export function entryHash(entry: StateEntry): string {
  return entryHashWith(entry, sha256(entry.content));
}

/** SHA-256 of an entry whose content has a known hash. */
export function entryHashWith(entry: Hashable, content: string): string {
  const extra: Record<string, unknown> = {};
  for (const key of Object.keys(entry)) if (!KNOWN.has(key)) extra[key] = entry[key];
  const hashed: Record<string, unknown> = { content, extra };
  for (const key of HASHED_KEYS) hashed[key] = entry[key] ?? null;
  return sha256(canonicalJson(hashed));
}

/** SHA-256 of a state: its bounds and its entries in snapshot order. */
export function stateHash(head: StateHead, entries: readonly StateEntry[]): string {
  const namespace = head.default_namespace ?? DEFAULT_NAMESPACE;
  return stateHashOfLines(
    head,
    entries.map((entry) => hashLine(entry.namespace ?? namespace, entry.id, entryHash(entry))),
  );
}

/** An entry as the hash of its state names it. */
export function hashLine(namespace: string, id: string, hash: string): string {
  return canonicalJson([namespace, id, hash]);
}

/** What was hashed last. */
interface HashedState {
  readonly begin: string;
  readonly lines: readonly string[];
  /** The hash of the beginning and the lines so far, after every block of them. */
  readonly prefixes: readonly Hash[];
}

const BLOCK_LINES = 256;
/** A replay hashes thousands of states, each of which differs little from the one before it. */
let last: HashedState = { begin: "", lines: [], prefixes: [] };

/**
 * SHA-256 of a state whose entries' lines are known: of its canonical JSON, written here piece by piece, so that what
 * this state begins with in common with the one hashed before it is not hashed again.
 */
export function stateHashOfLines(
  bounds: Pick<StateHead, "budget_tokens" | "eviction"> & {
    readonly slots: readonly { readonly name: string }[];
  },
  lines: readonly string[],
): string {
  const begin = `{"budget_tokens":${canonicalJson(bounds.budget_tokens)},"entries":[`;
  const blocks = begin === last.begin ? Math.floor(countSame(last.lines, lines) / BLOCK_LINES) : 0;
  const prefixes = last.prefixes.slice(0, blocks);
  let hash = prefixes.at(-1)?.copy() ?? createSha256().update(begin);
  for (let at = prefixes.length * BLOCK_LINES; at < lines.length; at += BLOCK_LINES) {
    const block = lines.slice(at, at + BLOCK_LINES).join(",");
    hash.update(at === 0 ? block : `,${block}`);
    if (at + BLOCK_LINES > lines.length) break;
    prefixes.push(hash);
    hash = hash.copy();
  }
  last = { begin, lines, prefixes };
  const names = canonicalJson(bounds.slots.map((slot) => slot.name));
  return hash
    .update(`],"eviction":${canonicalJson(bounds.eviction)},"slots":${names}}`)
    .digest("hex");
}

function countSame(left: readonly string[], right: readonly string[]): number {
  const most = Math.min(left.length, right.length);
  let same = 0;
  while (same < most && left[same] === right[same]) same++;
  return same;
}
