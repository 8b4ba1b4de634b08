import { entryHashWith, hashLine, stateHashOfLines } from "../model/state-hash.ts";
import { type Address, stateIdOf } from "./address.ts";
import type { Bounds, EntryImage, Whole } from "./bodies.ts";

/** One entry of a live state. */
export interface HeldEntry {
  /** Its effective namespace. */
  readonly namespace: string;
  readonly id: string;
  readonly image: EntryImage;
  /** Its full text, when the image shows less. */
  readonly whole: Whole | null;
  /** The event that put it in, which gives its place among the others. */
  readonly since: number;
  readonly hash: string;
  /** How the hash of the state names it. */
  readonly line: string;
}

/** A state after some event: a value, never changed. */
export interface State {
  readonly id: string;
  readonly address: Address;
  readonly bounds: Bounds;
  /** By key, in snapshot order. */
  readonly entries: ReadonlyMap<string, HeldEntry>;
  /** The last version of entries that are gone: counters go on when they come back. */
  readonly gone: ReadonlyMap<string, number>;
  /** Seq of the last event; -1 before the first. */
  readonly head_seq: number;
}

/** A state before its first event. */
export function emptyState(address: Address, bounds: Bounds): State {
  const [entries, gone] = [new Map<string, HeldEntry>(), new Map<string, number>()];
  return { id: stateIdOf(address), address, bounds, entries, gone, head_seq: -1 };
}

/** Puts an entry together; its hash is computed unless it is known. */
export function holdEntry(
  image: EntryImage,
  known: Pick<HeldEntry, "namespace" | "whole" | "since"> & { readonly hash?: string },
): HeldEntry {
  const { namespace, whole, since } = known;
  const hash = known.hash ?? entryHashWith(image, image.content.sha256);
  const line = hashLine(namespace, image.id, hash);
  return { namespace, id: image.id, image, whole, since, hash, line };
}

/** Hashes that were computed while changes were recorded: for ten thousand entries that takes long. */
const known = new WeakMap<HashedState, string>();

type HashedState = Pick<State, "bounds" | "entries">;

/** The hash of a state: equal for equal entries in equal order within equal bounds. */
export function hashOfState(state: HashedState): string {
  return known.get(state) ?? hashOfDraft(state);
}

/** The hash of a state that is still being folded, and may change under the same name. */
export function hashOfDraft({ bounds, entries }: HashedState): string {
  const lines: string[] = [];
  for (const { line } of entries.values()) lines.push(line);
  return stateHashOfLines(bounds, lines);
}

/** A state that will not change any more, with its hash. */
export function withHash(state: State, hash: string | null): State {
  const settled = { ...state };
  if (hash !== null) known.set(settled, hash);
  return settled;
}

/** What the entries cost together. */
export function footprintOf({ entries }: Pick<State, "entries">): number {
  let sum = 0;
  for (const { image } of entries.values()) sum += image.tokens;
  return sum;
}

/** Whether an entry is in force. */
export function isActive({ image }: HeldEntry): boolean {
  return image.state !== "archived";
}

/** The version of an entry; absent is the first. */
export function versionOf({ image }: HeldEntry): number {
  return image.version ?? 1;
}
