import type { Json, JsonObject } from "../../base/json/value.ts";
import { copyKey, omitKeys } from "../../base/json/value.ts";
import { type Text, toText } from "../../ledger/texts.ts";
import { DEFAULT_NAMESPACE } from "../../model/state.ts";
import {
  type Change,
  type Decision,
  deletionChange,
  entryChange,
  type NextEntry,
} from "../change.ts";
import type { EntryImage } from "../event-bodies.ts";
import { type LiveEntry, type State, versionOf } from "../state.ts";
import type { HandEdit, HandEdits } from "./hand-edits.ts";
import { toIncomingEntry } from "./incoming-state.ts";

/** The result of accepting hand edits. */
export interface EditResult {
  /** Keys of entries that were changed to what the files contain. */
  readonly edited: readonly string[];
  /** Keys of entries that have changed here since the bundle was written. */
  readonly conflict: readonly string[];
}

const EDIT_REASON = { reason: "edited by hand" };

/**
 * Turns hand edits of a bundle's files into changes of the state that the bundle was exported from. An entry that
 * has changed since is a conflict and stays as it is: the edit was based on another text.
 */
export function planEdits(
  state: State,
  base: State,
  { entries, bounds }: HandEdits,
  countTokens: (text: string) => number,
): Decision<EditResult> {
  const changes: Change[] = [];
  const edited: string[] = [];
  const conflict: string[] = [];
  if (Object.keys(bounds).length > 0) changes.push(boundsChange(state, bounds));
  for (const edit of entries) {
    const current = state.entries.get(edit.key);
    if (current?.hash !== base.entries.get(edit.key)?.hash) {
      conflict.push(edit.key);
      continue;
    }
    const change = changeFor(state, current, edit, countTokens);
    if (change === null) continue;
    edited.push(edit.key);
    changes.push(change);
  }
  return { changes, result: { edited, conflict } };
}

function boundsChange({ bounds }: State, changed: HandEdits["bounds"]): Change {
  const body = { ...bounds, ...changed, ...EDIT_REASON };
  return { type: "state_bounded", body: JSON.parse(JSON.stringify(body)), texts: [] };
}

function changeFor(
  state: State,
  current: LiveEntry | undefined,
  { now, keys }: HandEdit,
  countTokens: (text: string) => number,
): Change | null {
  if (now === null) return current === undefined ? null : deletionChange(current, EDIT_REASON);
  if (current !== undefined) {
    const next = applyEdit(current, now, keys, countTokens);
    return entryChange(state, "state_edited", next, EDIT_REASON);
  }
  const namespace = now.namespace ?? state.bounds.namespace ?? DEFAULT_NAMESPACE;
  const unit = () => null;
  const { entry, texts } = toIncomingEntry(now, namespace, undefined, { unit, countTokens });
  const next = { namespace, image: entry.image, fullText: entry.fullText, texts };
  return entryChange(state, "state_edited", next, EDIT_REASON);
}

/**
 * An entry with exactly the edited keys changed, at its next version. Only the edited keys are
 * taken from the file: other keys may have been changed by a format's round trip.
 */
function applyEdit(
  current: LiveEntry,
  now: object,
  keys: readonly string[],
  countTokens: (text: string) => number,
): NextEntry {
  const image: Record<string, Json> = omitKeys(current.image, new Set(keys));
  for (const key of keys) copyKey(now, image, key);
  const texts: Text[] = [];
  if (keys.includes("content")) {
    const content = String(image.content ?? "");
    const text = toText(content);
    texts.push(text);
    image.content = text.ref;
    if (!keys.includes("tokens")) image.tokens = countTokens(content);
  }
  image.id = current.id;
  image.namespace = current.namespace;
  if (!keys.includes("version")) image.version = versionOf(current) + 1;
  const plain: JsonObject = JSON.parse(JSON.stringify(image));
  const fullText = keys.includes("content") ? null : current.fullText;
  // The format's reader has accepted the keys of this entry.
  return { namespace: current.namespace, image: plain as unknown as EntryImage, fullText, texts };
}
