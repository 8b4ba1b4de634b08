import { copyKey, isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import type { StateParts } from "../../formats/state-codec.ts";
import type { LossItem } from "../../model/loss.ts";
import { DEFAULT_BUDGET, type StateEntry, tokensOf } from "../../model/state.ts";
import type { Carried } from "./carried.ts";
import { CARRIED } from "./carried-facts.ts";
import { documentImage, flatten, judgeDocuments, nameOf, unflatten } from "./flat-documents.ts";
import { restoreEntries } from "./restore-entries.ts";
import { restoreTrail } from "./restore-trail.ts";
import { type CommonState, commonState, type Side, type StateOptions } from "./state-pair.ts";
import { createTally, type Tally } from "./tally.ts";

/** A state put back into the format it came from. */
export interface Restored {
  readonly parts: StateParts;
  readonly kept: number;
  readonly loss: readonly LossItem[];
  /** What was carried and not used, because it says something else than the image. */
  readonly refused: readonly LossItem[];
}

/** A way back: the image, what it was carried with, and where the report goes. */
export interface WayBack {
  readonly image: Side;
  readonly imageParts: StateParts;
  readonly common: CommonState;
  readonly source: Side;
  readonly carried: Carried;
  readonly tally: Tally;
  readonly refused: Tally;
  countTokens(text: string): number;
}

/** Why something is in the report that nobody saw in the image. */
export const RESTORED = `restored from ${CARRIED}`;
/** Why something that was carried is not used. */
export const CONTRADICTS = "it is not what the bundle itself says";

/**
 * Undoes a conversion: what was carried is put back as far as it agrees with what the image shows, and
 * what was edited since then keeps its edit.
 */
export function restoreState(
  image: Side,
  imageParts: StateParts,
  source: Side,
  carried: Carried,
  options: StateOptions,
): Restored {
  const { countTokens } = options;
  const common = commonState(image.codec, imageParts, {
    ...options,
    defaultBudget: DEFAULT_BUDGET,
  });
  const [tally, refused] = [createTally(), createTally()];
  const way: WayBack = { image, imageParts, common, source, carried, tally, refused, countTokens };
  const restoreDocuments = documentsBack(way);
  const head = source.codec.readHead(
    { documents: restoreDocuments(common.entries), records: [], lines: [] },
    DEFAULT_BUDGET,
  );
  const entries = restoreEntries(way, head);
  const { records } = entries;
  const lines = restoreTrail(way, head, entries);
  const documents = restoreDocuments(records as readonly unknown[] as readonly StateEntry[]);
  return {
    parts: { documents, records, lines, emptyTrail: imageParts.emptyTrail ?? false },
    kept: tally.kept(),
    loss: tally.loss(),
    refused: refused.loss(),
  };
}

/** Decides which keys of documents come back, and gives the documents for some entries. */
function documentsBack({ image, imageParts, common, source, carried, tally, refused }: WayBack) {
  const mappedFor = (entries: readonly StateEntry[]) =>
    source.codec.buildDocuments(common.head, entries);
  const mapped = flatten(mappedFor(common.entries));
  const known = new Set(Object.keys(mappedFor([])));
  for (const file of Object.keys(carried.files)) {
    if (!known.has(file)) refused.lose("changed", file, "no such file in the format it came from");
  }
  const keys = flatten(withFiles(carried.files, known));
  const absent = [...known].flatMap((file) =>
    (carried.absent.files[file] ?? []).map((key) => nameOf(file, key)),
  );
  const visible = documentImage(source, image, common.entries, imageParts.documents);
  const back = judgeDocuments(mapped, { keys, absent }, visible);
  for (const name of back.restored) tally.lose("kept", name, RESTORED);
  for (const name of back.refused) refused.lose("changed", name, CONTRADICTS);
  const out = new Set(back.refused);
  const accepted = Object.keys(keys).filter((name) => !out.has(name));
  const gone = absent.filter((name) => !out.has(name));
  return (entries: readonly StateEntry[]): StateParts["documents"] => {
    const flat = flatten(mappedFor(entries));
    for (const name of gone) delete flat[name];
    for (const name of accepted) copyKey(keys, flat, name);
    return refresh(unflatten(flat, [...known]), entries);
  };
}

function withFiles(
  files: Carried["files"],
  known: ReadonlySet<string>,
): Record<string, JsonObject> {
  const result: Record<string, JsonObject> = {};
  for (const [file, value] of Object.entries(files)) {
    if (known.has(file) && isObject(value)) result[file] = value;
  }
  return result;
}

/** What follows from the entries is computed from what they are now. */
function refresh(
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
  if (Math.abs(saturation - actual) > 0.01) snapshot.saturation = Number(actual.toFixed(4));
  return documents;
}
