/**
 * The state as a value. Every change produces a new one; entries that did not change are the same
 * objects, which is what the caches of texts, gate features and hashes rely on.
 */

import { entryHashWith, hashLine, stateHashOfLines } from "../model/state-hash.ts";
import { type Address, stateIdOf } from "./address.ts";
import type { Bounds, EntryImage, FullText } from "./event-bodies.ts";

/** One entry of a live state. */
export interface LiveEntry {
  /** Its effective namespace. */
  readonly namespace: string;
  readonly id: string;
  readonly image: EntryImage;
  /** Its full text, when the image shows less. */
  readonly fullText: FullText | null;
  /** Number of the event that added it; gives its position among the entries. */
  readonly addedSeq: number;
  readonly hash: string;
  /** Its line in what the hash of the state is computed over. */
  readonly hashLine: string;
}

/** A state after some event: a value, never changed. */
export interface State {
  readonly id: string;
  readonly address: Address;
  readonly bounds: Bounds;
  /** By key, in snapshot order. */
  readonly entries: ReadonlyMap<string, LiveEntry>;
  /** Last version of each deleted entry: an entry that is added again continues its version numbers. */
  readonly deletedVersions: ReadonlyMap<string, number>;
  /** Number of the last event; -1 before the first. */
  readonly head_seq: number;
}

/** A state before its first event. */
export function emptyState(address: Address, bounds: Bounds): State {
  const entries = new Map<string, LiveEntry>();
  const deletedVersions = new Map<string, number>();
  return { id: stateIdOf(address), address, bounds, entries, deletedVersions, head_seq: -1 };
}

/** Builds an entry; computes its hash unless the caller knows it. */
export function toLiveEntry(
  image: EntryImage,
  facts: Pick<LiveEntry, "namespace" | "fullText" | "addedSeq"> & { readonly hash?: string },
): LiveEntry {
  const { namespace, fullText, addedSeq } = facts;
  const hash = facts.hash ?? entryHashWith(image, image.content.sha256);
  const line = hashLine(namespace, image.id, hash);
  return { namespace, id: image.id, image, fullText, addedSeq, hash, hashLine: line };
}

/** Hashes that were computed while changes were recorded: computing one over 10,000 entries is slow. */
const knownHashes = new WeakMap<HashedState, string>();

type HashedState = Pick<State, "bounds" | "entries">;

/** The hash of a state: equal for equal entries in equal order within equal bounds. */
export function hashOfState(state: HashedState): string {
  return knownHashes.get(state) ?? computeStateHash(state);
}

/** The hash of a state that is still being folded: the same object may change, so nothing is cached. */
export function computeStateHash({ bounds, entries }: HashedState): string {
  const lines: string[] = [];
  for (const entry of entries.values()) lines.push(entry.hashLine);
  return stateHashOfLines(bounds, lines);
}

/** A copy of a state that will not change any more, with its hash if that is known. */
export function withHash(state: State, hash: string | null): State {
  const final = { ...state };
  if (hash !== null) knownHashes.set(final, hash);
  return final;
}

/** Tokens that all entries cost together. */
export function tokenCountOf({ entries }: Pick<State, "entries">): number {
  let sum = 0;
  for (const { image } of entries.values()) sum += image.tokens;
  return sum;
}

/** Whether an entry is in force. */
export function isActive({ image }: LiveEntry): boolean {
  return image.state !== "archived";
}

/** The version of an entry; entries without one are at their first. */
export function versionOf({ image }: LiveEntry): number {
  return image.version ?? 1;
}
