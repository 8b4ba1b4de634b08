import { isObject, type JsonObject, omitKeys } from "../../base/json/value.ts";
import type { StateEntry, StateHead } from "../../model/state.ts";
import { type PutBack, putBack } from "./agreement.ts";
import { carriedAt } from "./carried.ts";
import { isTwinName, withId } from "./rename-twins.ts";
import { CONTRADICTS, RESTORED, type WayBack } from "./restore-state.ts";
import { keyOf, recordHash } from "./state-pair.ts";
import { keyList } from "./tally.ts";

/** Entries of a state that is being put back. */
export interface RestoredEntries {
  readonly records: readonly JsonObject[];
  /** Ids that are other in the image, by identity in the source. */
  readonly imageIds: ReadonlyMap<string, string>;
}

/** Keys that count a content and are worthless once the content was edited. */
const OF_CONTENT = new Set(["tokens"]);

/** Puts entries back: those the image shows, and those that it cannot hold. */
export function restoreEntries(way: WayBack, head: StateHead): RestoredEntries {
  const { common, carried, source, tally, imageParts } = way;
  const found: { readonly key: string; readonly record: JsonObject }[] = [];
  const imageIds = new Map<string, string>();
  for (const [index, entry] of common.entries.entries()) {
    const imageKey = keyOf(entry, common.head);
    const mapped = source.codec.fromEntry(entry, common.context);
    if (!mapped) {
      tally.lose("dropped", `entry ${imageKey}`, `${source.name} cannot hold such an entry`);
      continue;
    }
    const key = carriedAt(carried.renamed, imageKey) ?? imageKey;
    const shown = imageParts.records[index] ?? {};
    const record = restoreEntry(way, { entry, mapped, shown, key, head });
    const back = source.codec.toEntry(record, { head, countTokens: way.countTokens });
    if (back.id !== entry.id) imageIds.set(keyOf(back, head), entry.id);
    found.push({ key, record });
  }
  const shownKeys = new Set(found.map(({ key }) => key));
  found.push(...entriesOutside(way, head, shownKeys));
  return { records: inOrder(found, carried.order), imageIds };
}

interface Shown {
  readonly entry: StateEntry;
  readonly mapped: JsonObject;
  /** The image's record. */
  readonly shown: JsonObject;
  readonly key: string;
  readonly head: StateHead;
}

function restoreEntry(way: WayBack, { entry, mapped, shown, key, head }: Shown): JsonObject {
  const { carried, image, source, common } = way;
  const guard = carriedAt(carried.guards, key);
  const isEdited = guard !== undefined && guard !== recordHash(shown);
  const all = carriedFor(way, key);
  const keys = isEdited ? omitKeys(all, OF_CONTENT) : all;
  const absent = carriedAt(carried.absent.entries, key) ?? [];
  const back = putBack(
    mapped,
    { keys, absent },
    {
      shown,
      say(record) {
        const said = source.codec.toEntry(record, { head, countTokens: way.countTokens });
        const isTwin = image.codec.idScope === "bundle" && isTwinName(entry.id, said);
        return image.codec.fromEntry(isTwin ? withId(said, entry.id) : said, common.context);
      },
    },
  );
  const left = Object.keys(all).filter((name) => !Object.hasOwn(keys, name));
  report(way, key, { ...back, isEdited, left });
  return back.object;
}

function carriedFor({ carried }: WayBack, key: string): JsonObject {
  const keys: unknown = carriedAt(carried.entries, key);
  return isObject(keys) ? keys : {};
}

function report(
  { tally, refused }: WayBack,
  key: string,
  back: PutBack & { readonly isEdited: boolean; readonly left: readonly string[] },
): void {
  const where = `entry ${key}`;
  if (back.isEdited) {
    // An edit of what is also carried says itself otherwise, and that is no contradiction.
    const left = [...back.left, ...back.refused];
    const without = left.length > 0 ? `; left out: ${keyList(left)}` : "";
    tally.lose("changed", where, `edited since the conversion; the edit is kept${without}`);
  } else {
    tally.keep();
    if (back.refused.length > 0) {
      refused.lose("changed", where, `${keyList(back.refused)}: ${CONTRADICTS}`);
    }
  }
  if (back.restored.length > 0) tally.lose("kept", where, `${keyList(back.restored)}: ${RESTORED}`);
}

/** Entries that are only carried: such as the image cannot hold, and no others. */
function entriesOutside(way: WayBack, head: StateHead, shown: ReadonlySet<string>) {
  const { carried, source, image, common, tally, refused, countTokens } = way;
  const found: { readonly key: string; readonly record: JsonObject }[] = [];
  for (const key of new Set(carried.outside)) {
    const record = carriedFor(way, key);
    const entry = source.codec.toEntry(record, { head, countTokens });
    if (!isNamed(entry)) {
      refused.lose("changed", `entry ${key}`, "what is carried for it is no entry");
      continue;
    }
    const isHeld = image.codec.fromEntry(entry, common.context) !== null;
    if (isHeld || shown.has(key) || keyOf(entry, head) !== key) {
      refused.lose("changed", `entry ${key}`, "the bundle itself could hold it, and does not");
      continue;
    }
    found.push({ key, record });
    tally.keep();
    tally.lose("kept", `entry ${key}`, `the whole entry is ${RESTORED}`);
  }
  return found;
}

/** What is carried is anybody's text: only what has a name can be compared with one. */
function isNamed({ id, namespace = "" }: StateEntry): boolean {
  return typeof id === "string" && typeof namespace === "string";
}

function inOrder(
  entries: readonly { readonly key: string; readonly record: JsonObject }[],
  order: readonly string[],
): JsonObject[] {
  const places = new Map(order.map((key, index) => [key, index]));
  const placeOf = (key: string) => places.get(key) ?? order.length;
  const sorted = entries.toSorted((left, right) => placeOf(left.key) - placeOf(right.key));
  return sorted.map(({ record }) => record);
}
