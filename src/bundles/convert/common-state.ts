/**
 * The common vocabulary of the three state formats: head, entries, events. All conversions and
 * comparisons go through it, so that n formats need n codecs instead of n² mappings.
 */

import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import { comparableJson } from "../../base/json/canonical.ts";
import type { JsonObject } from "../../base/json/value.ts";
import type { Format } from "../../formats/format.ts";
import type { FormatName } from "../../formats/registry.ts";
import type { CodecContext, StateCodec, StateParts } from "../../formats/state-codec.ts";
import {
  DEFAULT_NAMESPACE,
  entryKey,
  type StateEntry,
  type StateHead,
  type TrailEvent,
} from "../../model/state.ts";

/** A state format's name and codec. */
export interface NamedCodec {
  readonly name: FormatName;
  readonly codec: StateCodec<unknown>;
}

/** The codec of a format; a format without a state is refused. */
export function codecOf(format: Format): NamedCodec {
  if (!format.state) {
    throw new HoldallError(
      "E_CONVERT",
      `Cannot convert ${format.name}: it does not contain a state`,
    );
  }
  // The formats with a state are all in the registry.
  return { name: format.name as FormatName, codec: format.state };
}

/** Options of a state conversion. */
export interface StateOptions {
  /** Budget for a source that declares none, or to replace a declared one. */
  readonly budget: number | null;
  countTokens(text: string): number;
}

/** A state in the common vocabulary, record by record. */
export interface CommonState {
  readonly head: StateHead;
  readonly entries: readonly StateEntry[];
  readonly events: readonly (TrailEvent | null)[];
  readonly context: CodecContext;
}

/** Translates the records of a bundle to the common vocabulary. */
export function toCommonState(
  codec: StateCodec<unknown>,
  parts: StateParts,
  options: StateOptions & { readonly defaultBudget: number },
): CommonState {
  const { countTokens } = options;
  const declared = codec.readHead(parts, options.defaultBudget);
  const head = options.budget === null ? declared : { ...declared, budget_tokens: options.budget };
  const entries = parts.records.map((record) => codec.toEntry(record, { head, countTokens }));
  const context = {
    head,
    countTokens,
    entries: new Map(entries.map((entry) => [entry.id, entry])),
  };
  const events = parts.lines.map(({ value }) => value && codec.toEvent(value, context));
  return { head, entries, events, context };
}

/** Identity of an entry in a state. */
export function keyOf(entry: Pick<StateEntry, "id" | "namespace">, head: StateHead): string {
  return entryKey(entry.namespace ?? head.default_namespace ?? DEFAULT_NAMESPACE, entry.id);
}

/** SHA-256 of a record, whatever the order of its keys. */
export function recordHash(record: JsonObject): string {
  return sha256(comparableJson(record));
}

/**
 * The keys of the first object that the second lacks or has with another value, and the keys only
 * it has. Values are compared in canonical form: the order of keys and the spelling of numbers are
 * no difference here.
 */
export function compareKeys(
  original: JsonObject,
  back: JsonObject,
): { readonly changed: readonly string[]; readonly added: readonly string[] } {
  const isSame = (key: string) =>
    Object.hasOwn(back, key) &&
    comparableJson(original[key] ?? null) === comparableJson(back[key] ?? null);
  return {
    changed: Object.keys(original).filter((key) => !isSame(key)),
    added: Object.keys(back).filter((key) => !Object.hasOwn(original, key)),
  };
}
