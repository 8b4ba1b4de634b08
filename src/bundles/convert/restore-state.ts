/**
 * Undoes a conversion in three steps: documents, entries, trail. Documents come first because the
 * head (slots, budget, namespace) is needed to interpret entries; they are built again at the end,
 * for the restored entries.
 */

import { copyKey, isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import type { StateParts } from "../../formats/state-codec.ts";
import type { LossItem } from "../../model/loss.ts";
import { DEFAULT_BUDGET, type StateEntry, tokensOf } from "../../model/state.ts";
import type { Carried } from "./carried.ts";
import { type StateOptions, toCommonState } from "./common-state.ts";
import { documentView, flatKey, flatten, selectDocumentKeys, unflatten } from "./flat-documents.ts";
import { createLossTally } from "./loss-tally.ts";
import { CONTRADICTS, RESTORED, type Restoration } from "./restoration.ts";
import { restoreEntries } from "./restore-entries.ts";
import { restoreTrail } from "./restore-trail.ts";

/** A state restored to the format it came from. */
export interface RestoredState {
  readonly parts: StateParts;
  readonly kept: number;
  readonly loss: readonly LossItem[];
  /** What was carried and not used, because it contradicts the converted bundle. */
  readonly refused: readonly LossItem[];
}

/**
 * Undoes a conversion: what was carried is restored as far as it agrees with the converted bundle, and
 * what was edited since then keeps its edit.
 */
export function restoreState(
  conversion: Pick<Restoration, "converted" | "convertedParts" | "origin" | "carried">,
  options: StateOptions,
): RestoredState {
  const { converted, convertedParts, origin } = conversion;
  const { countTokens } = options;
  const common = toCommonState(converted.codec, convertedParts, {
    ...options,
    defaultBudget: DEFAULT_BUDGET,
  });
  const tally = createLossTally();
  const refused = createLossTally();
  const restoration: Restoration = {
    ...conversion,
    common,
    tally,
    refused,
    countTokens,
  };
  const buildDocuments = restoreDocuments(restoration);
  const head = origin.codec.readHead(
    { documents: buildDocuments(common.entries), records: [], lines: [] },
    DEFAULT_BUDGET,
  );
  const entries = restoreEntries(restoration, head);
  const { records } = entries;
  const lines = restoreTrail(restoration, head, entries);
  const documents = buildDocuments(records as readonly unknown[] as readonly StateEntry[]);
  return {
    parts: { documents, records, lines, emptyTrail: convertedParts.emptyTrail ?? false },
    kept: tally.kept(),
    loss: tally.items(),
    refused: refused.items(),
  };
}

/** Decides which keys of documents are restored; the result builds the documents for some entries. */
function restoreDocuments(restoration: Restoration) {
  const { converted, convertedParts, common, origin, carried, tally, refused } = restoration;
  const mappedFor = (entries: readonly StateEntry[]) =>
    origin.codec.buildDocuments(common.head, entries);
  const mapped = flatten(mappedFor(common.entries));
  const known = new Set(Object.keys(mappedFor([])));
  for (const file of Object.keys(carried.files)) {
    if (!known.has(file)) refused.add("changed", file, `${origin.name} has no such file`);
  }
  const keys = flatten(pickFiles(carried.files, known));
  const absent = [...known].flatMap((file) =>
    (carried.absent.files[file] ?? []).map((key) => flatKey(file, key)),
  );
  const view = documentView(origin, converted, common.entries, convertedParts.documents);
  const selected = selectDocumentKeys(mapped, { keys, absent }, view);
  for (const name of selected.restored) tally.add("kept", name, RESTORED);
  for (const name of selected.refused) refused.add("changed", name, CONTRADICTS);
  const left = new Set(selected.refused);
  const accepted = Object.keys(keys).filter((name) => !left.has(name));
  const removed = absent.filter((name) => !left.has(name));
  return (entries: readonly StateEntry[]): StateParts["documents"] => {
    const flat = flatten(mappedFor(entries));
    for (const name of removed) delete flat[name];
    for (const name of accepted) copyKey(keys, flat, name);
    return recompute(unflatten(flat, [...known]), entries);
  };
}

function pickFiles(
  files: Carried["files"],
  known: ReadonlySet<string>,
): Record<string, JsonObject> {
  const result: Record<string, JsonObject> = {};
  for (const [file, value] of Object.entries(files)) {
    if (known.has(file) && isObject(value)) result[file] = value;
  }
  return result;
}

/** Recomputes what follows from the entries, because they may have been edited since. */
function recompute(
  documents: StateParts["documents"],
  entries: readonly StateEntry[],
): StateParts["documents"] {
  const snapshot: Record<string, Json> | undefined = documents["snapshot.json"];
  if (!snapshot || snapshot.token_count === undefined) return documents;
  const tokens = tokensOf(entries);
  snapshot.token_count = tokens;
  const { saturation, budget_tokens: budget } = snapshot;
  if (typeof saturation !== "number" || typeof budget !== "number") return documents;
  const actual = tokens / budget;
  // A saturation within the tolerance of the format keeps its spelling.
  if (Math.abs(saturation - actual) > 0.01) snapshot.saturation = Number(actual.toFixed(4));
  return documents;
}
