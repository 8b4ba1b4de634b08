import type { JsonObject } from "../base/json/value.ts";
import { type Text, toText } from "../ledger/texts.ts";
import { entryKey } from "../model/state.ts";
import type { EntryImage, Status, Whole } from "./bodies.ts";
import type { After } from "./change.ts";
import { type HeldEntry, type State, versionOf } from "./state.ts";

const EMPTY = toText("");

/** The address of a text of ours. */
function unitRefOf(sha256: string): string {
  return `sha256:${sha256}`;
}

/** What is known of an entry that is to be put in. */
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
  /** Further keys, such as the files it speaks of. */
  readonly extra?: JsonObject;
}

/** A new entry as it is after being put in. Counters go on where an entry of the same key was deleted. */
export function newEntry(state: State, entry: NewEntry): After {
  const { namespace, content, extra = {}, ...known } = entry;
  const key = entryKey(namespace, entry.id);
  const before = state.entries.get(key);
  const version = (before === undefined ? (state.gone.get(key) ?? 0) : versionOf(before)) + 1;
  const text = toText(content);
  const image = { ...extra, ...known, namespace, content: text.ref, version };
  const full = { ...image, resolution: "full", state: "active" };
  return { namespace, image: withoutAbsent(full), whole: null, texts: [text] };
}

/** An entry with other words, the rest as before unless said. */
export function rewritten(
  entry: HeldEntry,
  {
    content,
    tokens,
    ...changes
  }: Readonly<Record<string, unknown>> & {
    readonly content: string;
    readonly tokens: number;
  },
): After {
  const text = toText(content);
  const image = { ...entry.image, ...changes, content: text.ref, tokens, resolution: "full" };
  const next = { ...image, state: "active", version: versionOf(entry) + 1 };
  return { namespace: entry.namespace, image: withoutAbsent(next), whole: null, texts: [text] };
}

/** An entry that shows a shorter text; the whole one stays within reach. */
export function compressed(after: After, shorter: Text, tokens: number): After {
  const { image, texts = [] } = after;
  const whole = after.whole ?? wholeOf(image);
  const next = { ...image, content: shorter.ref, tokens, resolution: "compressed" as const };
  const unit_ref = image.unit_ref ?? unitRefOf(whole.text.sha256);
  return { ...after, image: { ...next, unit_ref }, whole, texts: [...texts, shorter] };
}

/** An entry that is out of force: a pointer that costs nothing, from which it can be restored. */
export function archived(entry: HeldEntry, status: string): After {
  const { image, namespace } = entry;
  const whole = entry.whole ?? (image.resolution === "pointer" ? null : wholeOf(image));
  const unit_ref = image.unit_ref ?? (whole && unitRefOf(whole.text.sha256)) ?? undefined;
  const away = { content: EMPTY.ref, tokens: 0, resolution: "pointer", state: "archived" };
  const next = { ...image, ...away, unit_ref, status, version: versionOf(entry) + 1 };
  return { namespace, image: withoutAbsent(next), whole, texts: [EMPTY] };
}

/** An archived entry with its full text back in force. */
export function restored(entry: HeldEntry, whole: Whole): After {
  const { image, namespace } = entry;
  const back = { content: whole.text, tokens: whole.tokens, resolution: "full", state: "active" };
  const unit_ref = whole.unit_ref ?? undefined;
  const next = { ...image, ...back, unit_ref, status: "active", version: versionOf(entry) + 1 };
  return { namespace, image: withoutAbsent(next), whole: null };
}

function wholeOf({ content, tokens, unit_ref }: EntryImage): Whole {
  return { text: content, tokens, unit_ref: unit_ref ?? null };
}

/** Keys that are absent are left out: absent and null have one hash, but not one spelling. */
function withoutAbsent(image: Readonly<Record<string, unknown>>): EntryImage {
  const kept = Object.entries(image).filter(([, value]) => value !== undefined);
  // Every required key comes from an entry or a new one, which have them.
  return Object.fromEntries(kept) as EntryImage;
}
