/**
 * The forms of an entry: full, compressed (a shortened text in force), pointer (out of force, no
 * tokens). Each function returns the entry after one transition; the full text is remembered so
 * that every transition can be undone.
 */

import type { JsonObject } from "../base/json/value.ts";
import { type Text, toText } from "../ledger/texts.ts";
import { entryKey } from "../model/state.ts";
import type { NextEntry } from "./change.ts";
import type { EntryImage, FullText, Status } from "./event-bodies.ts";
import { type LiveEntry, type State, versionOf } from "./state.ts";

const EMPTY = toText("");

/** The reference to a text of this workspace. */
function unitRefOf(sha256: string): string {
  return `sha256:${sha256}`;
}

/** The facts of an entry that is to be added. */
export interface NewEntry {
  readonly id: string;
  readonly namespace: string;
  readonly slot: string;
  readonly content: string;
  readonly tokens: number;
  readonly score: number;
  readonly committed_at: string;
  readonly status: Status;
  readonly author_id?: string | undefined;
  readonly access_list?: readonly string[] | undefined;
  readonly unit_ref?: string | undefined;
  readonly supersedes?: string | undefined;
  /** Further keys, such as the files it refers to. */
  readonly extra?: JsonObject;
}

/** A new entry. Its version continues where an entry of the same key was deleted. */
export function newEntry(state: State, entry: NewEntry): NextEntry {
  const { namespace, content, extra = {}, ...facts } = entry;
  const key = entryKey(namespace, entry.id);
  const existing = state.entries.get(key);
  const last = existing === undefined ? (state.deletedVersions.get(key) ?? 0) : versionOf(existing);
  const text = toText(content);
  const image = { ...extra, ...facts, namespace, content: text.ref, version: last + 1 };
  const full = { ...image, resolution: "full", state: "active" };
  return { namespace, image: withoutAbsent(full), fullText: null, texts: [text] };
}

/** An entry with another text; other keys stay as they are unless they are given too. */
export function updatedEntry(
  entry: LiveEntry,
  {
    content,
    tokens,
    ...changes
  }: Readonly<Record<string, unknown>> & {
    readonly content: string;
    readonly tokens: number;
  },
): NextEntry {
  const text = toText(content);
  const image = { ...entry.image, ...changes, content: text.ref, tokens, resolution: "full" };
  const next = { ...image, state: "active", version: versionOf(entry) + 1 };
  return { namespace: entry.namespace, image: withoutAbsent(next), fullText: null, texts: [text] };
}

/** An entry that shows a shortened text; its full text can still be restored. */
export function compressedEntry(entry: NextEntry, shorter: Text, tokens: number): NextEntry {
  const { image, texts = [] } = entry;
  const fullText = entry.fullText ?? fullTextOf(image);
  const short = { ...image, content: shorter.ref, tokens, resolution: "compressed" as const };
  const unit_ref = image.unit_ref ?? unitRefOf(fullText.text.sha256);
  return { ...entry, image: { ...short, unit_ref }, fullText, texts: [...texts, shorter] };
}

/** An entry out of force: a pointer that costs no tokens and from which it can be restored. */
export function archivedEntry(entry: LiveEntry, status: string): NextEntry {
  const { image, namespace } = entry;
  const fullText = entry.fullText ?? (image.resolution === "pointer" ? null : fullTextOf(image));
  const unit_ref = image.unit_ref ?? (fullText && unitRefOf(fullText.text.sha256)) ?? undefined;
  const pointer = { content: EMPTY.ref, tokens: 0, resolution: "pointer", state: "archived" };
  const next = { ...image, ...pointer, unit_ref, status, version: versionOf(entry) + 1 };
  return { namespace, image: withoutAbsent(next), fullText, texts: [EMPTY] };
}

/** An archived entry back in force with its full text. */
export function restoredEntry(entry: LiveEntry, fullText: FullText): NextEntry {
  const { image, namespace } = entry;
  const { text: content, tokens, unit_ref } = fullText;
  const active = { content, tokens, resolution: "full", state: "active", status: "active" };
  const version = versionOf(entry) + 1;
  const next = { ...image, ...active, unit_ref: unit_ref ?? undefined, version };
  return { namespace, image: withoutAbsent(next), fullText: null };
}

function fullTextOf({ content, tokens, unit_ref }: EntryImage): FullText {
  return { text: content, tokens, unit_ref: unit_ref ?? null };
}

/** Leaves out absent keys: absent and null have the same hash, but are written differently. */
function withoutAbsent(image: Readonly<Record<string, unknown>>): EntryImage {
  const present = Object.entries(image).filter(([, value]) => value !== undefined);
  // Every required key comes from an entry or a new one, which have them.
  return Object.fromEntries(present) as EntryImage;
}
