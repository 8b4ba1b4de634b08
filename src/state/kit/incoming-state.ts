import { type Json, type JsonObject, omitKeys } from "../../base/json/value.ts";
import { codecOf, toCommonState } from "../../bundles/convert/common-state.ts";
import type { Format } from "../../formats/format.ts";
import type { StateParts } from "../../formats/state-codec.ts";
import { type Text, toText } from "../../ledger/texts.ts";
import {
  DEFAULT_BUDGET,
  DEFAULT_NAMESPACE,
  entryKey,
  type StateEntry,
  type StateHead,
  type TrailEvent,
} from "../../model/state.ts";
import { type Address, toAddress } from "../address.ts";
import { type Bounds, type EntryImage, evictions, type Whole } from "../bodies.ts";
import { type HeldEntry, holdEntry } from "../state.ts";
import type { StateHistory } from "./history.ts";
import { type UseFacts, useFacts } from "./use-facts.ts";

/** An entry that a bundle brings. */
export interface IncomingEntry {
  readonly held: HeldEntry;
  /** What it shows; null when that was redacted. */
  readonly words: string | null;
  /** Texts that have to be kept with it. */
  readonly texts: readonly Text[];
  readonly use: UseFacts | undefined;
}

/** A state that a bundle brings, whether it has a history or not. */
export interface IncomingState {
  readonly address: Address;
  readonly bounds: Bounds;
  readonly entries: ReadonlyMap<string, IncomingEntry>;
}

/** The state that a history leads to. */
export function incomingFromHistory(history: StateHistory): IncomingState {
  const { address, bounds } = history.state;
  const facts = useFacts(history.events);
  const entries = new Map<string, IncomingEntry>();
  for (const [key, held] of history.state.entries) {
    const words = history.words(held.image.content.sha256);
    // The texts of a history are kept when its events are.
    entries.set(key, { held, words, texts: [], use: facts.get(key) });
  }
  return { address, bounds, entries };
}

/** What is needed to take a bundle without a history. */
export interface PlainBundle {
  readonly format: Format;
  readonly parts: StateParts;
  /** The tokenizer and namespace that its entries are taken to be of. */
  readonly bounds: Pick<Bounds, "tokenizer">;
  countTokens(text: string): number;
  /** A text that travels beside the bundle. */
  blob(sha256: string): string | null;
}

/** The state of a bundle that has no history: what happened before is not known, and not invented. */
export function incomingFromFiles(bundle: PlainBundle): IncomingState {
  const { countTokens } = bundle;
  const options = { budget: null, defaultBudget: DEFAULT_BUDGET, countTokens };
  const { codec } = codecOf(bundle.format);
  const { head, entries, events } = toCommonState(codec, bundle.parts, options);
  const statuses = lastStatuses(events);
  const incoming = entries.map((entry) => {
    const namespace = entry.namespace ?? head.default_namespace ?? DEFAULT_NAMESPACE;
    const made = takeEntry(entry, namespace, statuses.get(entry.id), bundle);
    return [entryKey(namespace, entry.id), made] as const;
  });
  return {
    address: addressIn(head.session),
    bounds: boundsIn(head, bundle.bounds.tokenizer),
    entries: new Map(incoming),
  };
}

function addressIn(session: JsonObject | undefined): Address {
  const part = (key: string) => (typeof session?.[key] === "string" ? session[key] : undefined);
  return toAddress({ user: part("user_id"), session: part("session_id"), task: part("task_id") });
}

function boundsIn(head: StateHead, tokenizer: string): Bounds {
  return {
    slots: head.slots.map((slot) => ({ ...slot })),
    budget_tokens: head.budget_tokens,
    eviction: evictions.find((each) => each === head.eviction) ?? "manual",
    tokenizer,
    namespace: head.default_namespace ?? DEFAULT_NAMESPACE,
  };
}

function lastStatuses(events: readonly (TrailEvent | null)[]): ReadonlyMap<string, string> {
  const last = new Map<string, string>();
  for (const event of events) {
    if (event?.entry_id !== undefined && event.status !== undefined) {
      last.set(event.entry_id, event.status);
    }
  }
  return last;
}

const NOT_IMAGE = new Set(["content", "access_count", "last_access", "retrieval_strength"]);

/** One entry of a bundle as the ledger holds it. */
export function takeEntry(
  entry: StateEntry,
  namespace: string,
  status: string | undefined,
  { blob, countTokens }: Pick<PlainBundle, "blob" | "countTokens">,
): IncomingEntry {
  const text = toText(entry.content);
  const image: Record<string, Json> = omitKeys(entry, NOT_IMAGE);
  const isGone = entry.state === "archived";
  image.namespace = namespace;
  image.content = text.ref;
  image.status = statusFor(status, isGone);
  const found = wholeOf(entry, { blob, countTokens });
  const held = holdEntry(JSON.parse(JSON.stringify(image)) as EntryImage, {
    namespace,
    whole: found?.whole ?? null,
    since: 0,
  });
  return {
    held,
    words: entry.content,
    texts: found === null ? [text] : [text, found.text],
    use: usedBefore(entry),
  };
}

function statusFor(status: string | undefined, isGone: boolean): string {
  if (isGone) return status === "superseded" ? status : "deprecated";
  return status === "hypothesis" || status === "validated" ? status : "active";
}

/** The whole text of an entry that shows less, when it travels beside the bundle. */
function wholeOf(
  { unit_ref, resolution }: StateEntry,
  { blob, countTokens }: Pick<PlainBundle, "blob" | "countTokens">,
): { readonly whole: Whole; readonly text: Text } | null {
  const [, name] = /^sha256:([0-9a-f]{64})$/.exec(unit_ref ?? "") ?? [];
  if (name === undefined || resolution === undefined || resolution === "full") return null;
  const words = blob(name);
  if (words === null) return null;
  const text = toText(words);
  return { whole: { text: text.ref, tokens: countTokens(words), unit_ref: null }, text };
}

function usedBefore(entry: StateEntry): UseFacts | undefined {
  const { access_count = 0, last_access, retrieval_strength } = entry;
  if (access_count === 0 && last_access === undefined && retrieval_strength === undefined) {
    return undefined;
  }
  return {
    access_count,
    useful_count: 0,
    ...(last_access === undefined ? {} : { last_access }),
    ...(retrieval_strength === undefined ? {} : { retrieval_strength }),
  };
}
