/**
 * Redaction of entries. It finds every text that an entry ever had, every rendering that quotes
 * one, and on request every other text that contains one. Events stay and keep their hashes; only
 * the bytes they refer to are removed.
 */

import * as z from "zod";
import { toEvent } from "../../ledger/event-hash.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { readStream } from "../../ledger/read.ts";
import {
  findTextsContaining,
  redactTexts,
  referencedElsewhere,
  removeRedacted,
} from "../../ledger/redact.ts";
import type { EventRow } from "../../ledger/tables/events.ts";
import { readTexts } from "../../ledger/text-lookup.ts";
import { type Actor, isTextRef } from "../../model/event.ts";
import { isQuotedContext } from "../../model/quoted-context.ts";
import type { Transaction } from "../../stores/store.ts";
import { stateStream } from "../address.ts";
import { noteChange, toEvents } from "../change.ts";
import { cacheOf } from "../change-state.ts";
import { parseStateBody } from "../event-bodies.ts";
import { addressOf, loadState } from "../load.ts";
import type { LiveEntry, State } from "../state.ts";
import { selectStates } from "../tables.ts";

const PAGE_SIZE = 1000;
/** The SHA-256 of the empty text: shared by all pointers, so never redacted. */
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** The hashes of all texts that an entry ever had in any version, rejected ones included. */
export async function textsOfEntry(
  tx: Transaction,
  state: State,
  { namespace, id }: Pick<LiveEntry, "namespace" | "id">,
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const stream = stateStream(state.id);
  for (let from = 0; from <= state.head_seq; from += PAGE_SIZE) {
    for (const { type, body } of await readStream(tx, stream, { from, limit: PAGE_SIZE })) {
      if (body.id !== id || body.namespace !== namespace) continue;
      const parsed = parseStateBody(type, body);
      const change = parsed?.kind === "changed" ? parsed : null;
      for (const ref of [body.content, change?.after?.content, change?.whole?.text]) {
        if (isTextRef(ref) && ref.sha256 !== EMPTY) names.add(ref.sha256);
      }
    }
  }
  return names;
}

/** The texts that a redaction removed, and where the same text still occurs. */
export const redactionSchema = () =>
  z.object({
    texts: z.array(z.string()).readonly(),
    /** Our own renderings that contained the texts; they are removed too. */
    renderings: z.array(z.string()).readonly(),
    /** Other texts and artifacts that contain them; removed only on request. */
    also_in: z.array(z.string()).readonly(),
    states: z.number(),
  });

/** The texts that a redaction removed, and where the same text still occurs. */
export type Redaction = z.infer<ReturnType<typeof redactionSchema>>;

/**
 * Removes texts everywhere: from the workspace's texts and artifacts, and from renderings that quote them.
 * The events that refer to them stay, so that chains and replay still verify; each state that contained one gets
 * a note in its trail.
 */
export async function redactEverywhere(
  ledger: Ledger,
  names: ReadonlySet<string>,
  how: { readonly actor: Actor; readonly reason: string | undefined; readonly everywhere: boolean },
): Promise<Redaction> {
  const texts = await ledger.read((tx) => readTexts(tx, names));
  const contents = [...names].flatMap((name) => texts.find(name) ?? []);
  const holders = await findTextsContaining(ledger, contents);
  const others = [...holders].filter(([name]) => !names.has(name));
  const renderings = others.filter(([, bytes]) => isQuotedContext(Buffer.from(bytes).toString()));
  const removed = new Set(how.everywhere ? others.map(nameOf) : renderings.map(nameOf));
  const all = [...names, ...removed];
  const states = await recordRedaction(ledger, all, how);
  await removeRedacted(ledger, all);
  return {
    texts: [...names],
    renderings: renderings.map(nameOf),
    also_in: others.map(nameOf).filter((name) => how.everywhere || !removed.has(name)),
    states,
  };
}

function nameOf([name]: readonly [string, unknown]): string {
  return name;
}

function recordRedaction(
  ledger: Ledger,
  redacted: readonly string[],
  { actor, reason }: { readonly actor: Actor; readonly reason: string | undefined },
): Promise<number> {
  return ledger.write(async (unit) => {
    const names = new Set(redacted);
    let count = 0;
    for (const row of await selectStates(unit.tx)) {
      const loaded = await loadState(unit.tx, addressOf(row));
      if (loaded === null || !containsAny(loaded.state, names)) continue;
      const change = noteChange("state_redacted", { reason, details: { redacted } });
      await unit.append(toEvents(loaded.state, [change], actor).events);
      count++;
    }
    await redactTexts(unit, redacted, { actor, reason });
    return count;
  });
}

function containsAny({ entries }: State, names: ReadonlySet<string>): boolean {
  for (const { image, fullText } of entries.values()) {
    if (names.has(image.content.sha256)) return true;
    if (fullText !== null && names.has(fullText.text.sha256)) return true;
  }
  return false;
}

/** Removes the texts of a deleted entry, except those that something else still refers to. */
export async function removeTextsOf(
  ledger: Ledger,
  state: State,
  entry: Pick<LiveEntry, "namespace" | "id">,
): Promise<readonly string[]> {
  const names = await ledger.read((tx) => textsOfEntry(tx, state, entry));
  const stream = stateStream(state.id);
  const isOwnEvent = (row: EventRow) => {
    if (row.stream !== stream) return false;
    const { id, namespace } = toEvent(row).body;
    return id === entry.id && namespace === entry.namespace;
  };
  const shared = await referencedElsewhere(ledger, names, isOwnEvent);
  const removed = [...names].filter((name) => !shared.has(name));
  await ledger.write((unit) =>
    redactTexts(unit, removed, { actor: null, reason: "entry deleted" }),
  );
  await removeRedacted(ledger, removed);
  cacheOf(ledger).forget(state.id);
  return removed;
}
