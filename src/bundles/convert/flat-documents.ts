/**
 * Documents of a bundle as one flat object, `"file /key"` to value, so that keys of several files
 * can be compared, carried and restored by the same code as the keys of one entry.
 */

import { copyKey, type Json, type JsonObject } from "../../base/json/value.ts";
import type { StateParts } from "../../formats/state-codec.ts";
import { DEFAULT_BUDGET, type StateEntry } from "../../model/state.ts";
import type { NamedCodec } from "./common-state.ts";
import {
  type CarriedKeys,
  type ConvertedView,
  type RestoredKeys,
  restoreKeys,
} from "./restore-keys.ts";

/** The name of a document's key in a flat object; no file name has a space before its slash. */
export function flatKey(file: string, key: string): string {
  return `${file} /${key}`;
}

/** Several documents as one object, so that they can be compared as one. */
export function flatten(documents: Readonly<Record<string, JsonObject>>): Record<string, Json> {
  const flat: Record<string, Json> = {};
  for (const [file, document] of Object.entries(documents)) {
    for (const key of Object.keys(document)) copyKey(document, flat, key, flatKey(file, key));
  }
  return flat;
}

/** The documents of a flat object again. */
export function unflatten(flat: JsonObject, files: readonly string[]): StateParts["documents"] {
  const documents: Record<string, Record<string, Json>> = {};
  for (const file of files) {
    const prefix = flatKey(file, "");
    const document: Record<string, Json> = {};
    for (const name of Object.keys(flat)) {
      if (name.startsWith(prefix)) copyKey(flat, document, name, name.slice(prefix.length));
    }
    documents[file] = document;
  }
  return documents;
}

/**
 * The names of carried keys that are restored, and of those that are refused. A key that two documents
 * share, such as the budget, is restored in both or in neither.
 */
export function selectDocumentKeys(
  mapped: JsonObject,
  carried: CarriedKeys,
  view: ConvertedView,
): Pick<RestoredKeys, "restored" | "refused"> {
  const { restored, refused } = restoreKeys(mapped, carried, view);
  const keyOf = (name: string) => name.slice(name.indexOf(" /"));
  const keys = new Set(refused.map(keyOf));
  const names = new Set([...Object.keys(carried.keys), ...carried.absent]);
  return {
    restored: restored.filter((name) => !keys.has(keyOf(name))),
    refused: [...names].filter((name) => keys.has(keyOf(name))),
  };
}

/** What the documents of a converted bundle show of the source's documents. */
export function documentView(
  source: NamedCodec,
  converted: NamedCodec,
  entries: readonly StateEntry[],
  shown: StateParts["documents"],
): ConvertedView {
  return {
    shown: flatten(shown),
    convert(flat) {
      const files = Object.keys(flat).map((name) => name.slice(0, name.indexOf(" /")));
      const documents = unflatten(flat, [...new Set(files)]);
      const head = source.codec.readHead({ documents, records: [], lines: [] }, DEFAULT_BUDGET);
      return flatten(converted.codec.buildDocuments(head, entries));
    },
  };
}
