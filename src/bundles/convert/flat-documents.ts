import { copyKey, type Json, type JsonObject } from "../../base/json/value.ts";
import type { StateParts } from "../../formats/state-codec.ts";
import { DEFAULT_BUDGET, type StateEntry } from "../../model/state.ts";
import { type CarriedKeys, type Image, type PutBack, putBack } from "./agreement.ts";
import type { Side } from "./state-pair.ts";

/** Name of a document's key in a flat object. */
export function nameOf(file: string, key: string): string {
  return `${file} /${key}`;
}

/** Several documents as one object, so that they can be compared as one. */
export function flatten(documents: Readonly<Record<string, JsonObject>>): Record<string, Json> {
  const flat: Record<string, Json> = {};
  for (const [file, document] of Object.entries(documents)) {
    for (const key of Object.keys(document)) copyKey(document, flat, key, nameOf(file, key));
  }
  return flat;
}

/** The documents of a flat object again. */
export function unflatten(flat: JsonObject, files: readonly string[]): StateParts["documents"] {
  const documents: Record<string, Record<string, Json>> = {};
  for (const file of files) {
    const prefix = nameOf(file, "");
    const document: Record<string, Json> = {};
    for (const name of Object.keys(flat)) {
      if (name.startsWith(prefix)) copyKey(flat, document, name, name.slice(prefix.length));
    }
    documents[file] = document;
  }
  return documents;
}

/**
 * Names of carried keys that come back, and of those that do not. What two documents say under one key,
 * such as a budget, comes back in both or in none.
 */
export function judgeDocuments(
  mapped: JsonObject,
  carried: CarriedKeys,
  image: Image,
): Pick<PutBack, "restored" | "refused"> {
  const { restored, refused } = putBack(mapped, carried, image);
  const keyOf = (name: string) => name.slice(name.indexOf(" /"));
  const keys = new Set(refused.map(keyOf));
  const names = new Set([...Object.keys(carried.keys), ...carried.absent]);
  return {
    restored: restored.filter((name) => !keys.has(keyOf(name))),
    refused: [...names].filter((name) => keys.has(keyOf(name))),
  };
}

/** What the documents of an image show of the source's documents. */
export function documentImage(
  source: Side,
  image: Side,
  entries: readonly StateEntry[],
  shown: StateParts["documents"],
): Image {
  return {
    shown: flatten(shown),
    say(flat) {
      const files = Object.keys(flat).map((name) => name.slice(0, name.indexOf(" /")));
      const documents = unflatten(flat, [...new Set(files)]);
      const head = source.codec.readHead({ documents, records: [], lines: [] }, DEFAULT_BUDGET);
      return flatten(image.codec.buildDocuments(head, entries));
    },
  };
}
