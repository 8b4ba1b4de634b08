import type { Json, JsonObject } from "../../base/json/value.ts";
import { copyKey, omitKeys } from "../../base/json/value.ts";
import { type Text, toText } from "../../ledger/texts.ts";
import { DEFAULT_NAMESPACE } from "../../model/state.ts";
import type { EntryImage } from "../bodies.ts";
import { type After, type Change, type Decision, entryChange, goneChange } from "../change.ts";
import { type HeldEntry, type State, versionOf } from "../state.ts";
import type { HandEdit, HandEdits } from "./hand-edits.ts";
import { takeEntry } from "./incoming-state.ts";

/** What became of edits that were made by hand. */
export interface EditResult {
  /** Keys of entries that now say what the files say. */
  readonly edited: readonly string[];
  /** Keys of entries that were changed here since the bundle was written. */
  readonly conflict: readonly string[];
}

const BECAUSE = { reason: "edited by hand" };

/**
 * Turns edits of a bundle's files into changes of the state they were made of. An entry that went on
 * since is left as it is: the edit was made over something else.
 */
export function planEdits(
  state: State,
  base: State,
  { entries, bounds }: HandEdits,
  countTokens: (text: string) => number,
): Decision<EditResult> {
  const changes: Change[] = [];
  const [edited, conflict]: [string[], string[]] = [[], []];
  if (Object.keys(bounds).length > 0) changes.push(boundsChange(state, bounds));
  for (const edit of entries) {
    const mine = state.entries.get(edit.key);
    if (mine?.hash !== base.entries.get(edit.key)?.hash) {
      conflict.push(edit.key);
      continue;
    }
    const change = changeFor(state, mine, edit, countTokens);
    if (change === null) continue;
    edited.push(edit.key);
    changes.push(change);
  }
  return { changes, result: { edited, conflict } };
}

function boundsChange({ bounds }: State, changed: HandEdits["bounds"]): Change {
  const body = { ...bounds, ...changed, ...BECAUSE };
  return { type: "state_bounded", body: JSON.parse(JSON.stringify(body)), texts: [] };
}

function changeFor(
  state: State,
  mine: HeldEntry | undefined,
  { now, keys }: HandEdit,
  countTokens: (text: string) => number,
): Change | null {
  if (now === null) return mine === undefined ? null : goneChange(mine, BECAUSE);
  if (mine !== undefined) {
    return entryChange(state, "state_edited", edited(mine, now, keys, countTokens), BECAUSE);
  }
  const namespace = now.namespace ?? state.bounds.namespace ?? DEFAULT_NAMESPACE;
  const { held, texts } = takeEntry(now, namespace, undefined, { blob: () => null, countTokens });
  const after = { namespace, image: held.image, whole: held.whole, texts };
  return entryChange(state, "state_edited", after, BECAUSE);
}

/** An entry with exactly those keys changed that a person changed; its version goes on. */
function edited(
  mine: HeldEntry,
  now: object,
  keys: readonly string[],
  countTokens: (text: string) => number,
): After {
  const image: Record<string, Json> = omitKeys(mine.image, new Set(keys));
  for (const key of keys) copyKey(now, image, key);
  const texts: Text[] = [];
  if (keys.includes("content")) {
    const words = String(image.content ?? "");
    const text = toText(words);
    texts.push(text);
    image.content = text.ref;
    if (!keys.includes("tokens")) image.tokens = countTokens(words);
  }
  image.id = mine.id;
  image.namespace = mine.namespace;
  if (!keys.includes("version")) image.version = versionOf(mine) + 1;
  const plain: JsonObject = JSON.parse(JSON.stringify(image));
  const whole = keys.includes("content") ? null : mine.whole;
  // Its keys are those of an entry that the format's reader has accepted.
  return { namespace: mine.namespace, image: plain as unknown as EntryImage, whole, texts };
}
