/** The state that a bundle brings, from its history or, without one, from its files. */

import { type Json, type JsonObject, omitKeys } from "../../base/json/value.ts";
import { codecOf, toCommonState } from "../../bundles/convert/common-state.ts";
import type { Format } from "../../formats/format.ts";
import type { StateParts } from "../../formats/state-codec.ts";
import { type Text, toText } from "../../ledger/texts.ts";
import { REDACTED } from "../../model/redaction.ts";
import {
  DEFAULT_BUDGET,
  DEFAULT_NAMESPACE,
  entryKey,
  type StateEntry,
  type StateHead,
  type TrailEvent,
} from "../../model/state.ts";
import { type Address, toAddress } from "../address.ts";
import { type Bounds, type EntryImage, evictionPolicies, type FullText } from "../event-bodies.ts";
import { type LiveEntry, toLiveEntry } from "../state.ts";
import type { StateHistory } from "./history.ts";
import { type ImportedPast, pastOf } from "./imported-past.ts";
import { type UseFacts, useFacts } from "./use-facts.ts";

/** An entry of a bundle that is imported. */
export interface IncomingEntry {
  readonly entry: LiveEntry;
  /** Its text; null when that was redacted. */
  readonly text: string | null;
  /** Texts that must be stored with it. */
  readonly texts: readonly Text[];
  readonly use: UseFacts | undefined;
}

/** The state of a bundle that is imported, with or without a history. */
export interface IncomingState {
  readonly address: Address;
  readonly bounds: Bounds;
  readonly entries: ReadonlyMap<string, IncomingEntry>;
  /** What a bundle without a history of ours says about its past. */
  readonly past?: ImportedPast;
}

/** The state that a history leads to. */
export function incomingFromHistory(history: StateHistory): IncomingState {
  const { address, bounds } = history.state;
  const facts = useFacts(history.events);
  const entries = new Map<string, IncomingEntry>();
  for (const [key, entry] of history.state.entries) {
    const text = history.text(entry.image.content.sha256);
    // The texts are stored together with the events of the history.
    entries.set(key, { entry, text, texts: [], use: facts.get(key) });
  }
  return { address, bounds, entries };
}

/** A bundle without a history. */
export interface PlainBundle {
  readonly format: Format;
  readonly parts: StateParts;
  /** The tokenizer that its entries are assumed to use. */
  readonly bounds: Pick<Bounds, "tokenizer">;
  countTokens(text: string): number;
  /** The text that a `unit_ref` names, in the bundle or beside it; null when it is not there. */
  unit(ref: string): string | null;
}

/** The state of a bundle without a history: of its past only what its own files say. */
export function incomingFromFiles(bundle: PlainBundle): IncomingState {
  const { countTokens } = bundle;
  const options = { budget: null, defaultBudget: DEFAULT_BUDGET, countTokens };
  const { codec } = codecOf(bundle.format);
  const { head, entries, events } = toCommonState(codec, bundle.parts, options);
  const statuses = lastStatuses(events);
  const incoming = entries.map((entry) => {
    const namespace = entry.namespace ?? head.default_namespace ?? DEFAULT_NAMESPACE;
    const incomingEntry = toIncomingEntry(entry, namespace, statuses.get(entry.id), bundle);
    return [entryKey(namespace, entry.id), incomingEntry] as const;
  });
  return {
    address: addressOf(head.session),
    bounds: boundsOf(head, bundle.bounds.tokenizer),
    entries: new Map(incoming),
    past: pastOf(head, events),
  };
}

function addressOf(session: JsonObject | undefined): Address {
  const part = (key: string) => (typeof session?.[key] === "string" ? session[key] : undefined);
  return toAddress({ user: part("user_id"), session: part("session_id"), task: part("task_id") });
}

function boundsOf(head: StateHead, tokenizer: string): Bounds {
  return {
    slots: head.slots.map((slot) => ({ ...slot })),
    budget_tokens: head.budget_tokens,
    eviction: evictionPolicies.find((each) => each === head.eviction) ?? "manual",
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

/** One entry of a bundle in the form that the ledger records. */
export function toIncomingEntry(
  entry: StateEntry,
  namespace: string,
  status: string | undefined,
  { unit, countTokens }: Pick<PlainBundle, "unit" | "countTokens">,
): IncomingEntry {
  const text = toText(entry.content);
  const image: Record<string, Json> = omitKeys(entry, NOT_IMAGE);
  const isArchived = entry.state === "archived";
  image.namespace = namespace;
  image.content = text.ref;
  image.status = statusFor(status, isArchived);
  const found = findFullText(entry, { unit, countTokens });
  const live = toLiveEntry(JSON.parse(JSON.stringify(image)) as EntryImage, {
    namespace,
    fullText: found?.fullText ?? null,
    addedSeq: 0,
  });
  return {
    entry: live,
    text: entry.content === REDACTED ? null : entry.content,
    texts: found === null ? [text] : [text, found.text],
    use: useFactsOf(entry),
  };
}

function statusFor(status: string | undefined, isArchived: boolean): string {
  if (isArchived) return status === "superseded" ? status : "deprecated";
  return status === "hypothesis" || status === "validated" ? status : "active";
}

/** The full text of an entry that shows less, when the bundle has it. */
function findFullText(
  { unit_ref, resolution }: StateEntry,
  { unit, countTokens }: Pick<PlainBundle, "unit" | "countTokens">,
): { readonly fullText: FullText; readonly text: Text } | null {
  if (unit_ref === undefined || resolution === undefined || resolution === "full") return null;
  const content = unit(unit_ref);
  if (content === null) return null;
  const text = toText(content);
  return { fullText: { text: text.ref, tokens: countTokens(content), unit_ref: null }, text };
}

function useFactsOf(entry: StateEntry): UseFacts | undefined {
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
