/**
 * Redaction removes the bytes of texts, never events: an event refers to its texts by hash, so the
 * chain stays valid without them. The redaction is itself an event; `verify` accepts a missing text
 * only if one names it.
 */

import type { Actor } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { namesIn } from "./collect-garbage.ts";
import type { Ledger } from "./ledger.ts";
import { REDACTED, redactionEvents } from "./maintenance.ts";
import { allTexts, eventPages } from "./read.ts";
import { type EventRow, selectEvents, selectLastPos } from "./tables/events.ts";
import { deleteText } from "./tables/texts.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/**
 * Removes short texts and records their redaction as an event; every event that names them stays as
 * it is.
 */
export async function redactTexts(
  unit: UnitOfWork,
  names: Iterable<string>,
  by: { readonly actor: Actor | null; readonly reason?: string | undefined },
): Promise<void> {
  const texts = [...names];
  await unit.append(redactionEvents(unit.newId(), texts, by));
  for (const name of texts) deleteText(unit.tx, name);
}

/**
 * Removes the bytes of redacted texts that are stored as artifacts, and the copies of the store that were saved
 * before a migration, which still contain the texts. Call it after the redaction is committed: a file that is
 * gone could not come back if the commit failed.
 */
export async function removeRedacted({ store }: Ledger, names: Iterable<string>): Promise<number> {
  const texts = [...names];
  let removed = 0;
  for (const name of texts) if (await store.artifacts.remove(name)) removed++;
  if (texts.length > 0) await store.removeCopies();
  return removed;
}

/**
 * Texts and artifacts that contain one of some strings, except those that consist of nothing else.
 */
export async function findTextsContaining(
  ledger: Ledger,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const wanted = texts.filter((each) => each.length >= MIN_LENGTH).flatMap(spellings);
  const holders = new Map<string, Uint8Array>();
  if (wanted.length === 0) return holders;
  const look = (name: string, content: Uint8Array) => {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
    if (wanted.some((each) => bytes.length > each.length && bytes.includes(each))) {
      holders.set(name, content);
    }
  };
  for await (const { sha256, content } of allTexts(ledger)) look(sha256, content);
  for await (const { sha256 } of ledger.store.artifacts.list()) {
    const content = await ledger.store.artifacts.get(sha256);
    if (content !== null) look(sha256, content);
  }
  return holders;
}

/** Shorter strings occur in too much that means something else. */
const MIN_LENGTH = 8;

/** A string as it is, and as it is escaped inside JSON. */
function spellings(text: string): readonly Buffer[] {
  const inside = JSON.stringify(text).slice(1, -1);
  return [...new Set([text, inside])].map((each) => Buffer.from(each));
}

const PAGE_SIZE = 1000;

/** Types of events that only report that texts were removed. */
const REDACTIONS = new Set([REDACTED, "state_redacted"]);

/**
 * Which of some texts are named by events other than the intended ones, each with the stream of one of them: those must
 * not be removed.
 */
export async function referencedElsewhere(
  ledger: Ledger,
  names: { has(name: string): boolean },
  isMeant: (row: EventRow) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const elsewhere = new Map<string, string>();
  const last = await ledger.read((tx: Transaction) => selectLastPos(tx));
  for await (const page of eventPages(ledger, last)) {
    for (const row of page) {
      const found = referencesAmong(row, names);
      if (found.length === 0 || isMeant(row)) continue;
      for (const name of found) elsewhere.set(name, row.stream);
    }
  }
  return elsewhere;
}

/** The same in a transaction, in the events after a position. */
export async function referencedSince(
  tx: Transaction,
  after: number,
  names: { has(name: string): boolean },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const to = await selectLastPos(tx);
  for (let from = after + 1; from <= to; ) {
    const rows = await selectEvents(tx, { from, to, limit: PAGE_SIZE });
    for (const row of rows) {
      for (const name of referencesAmong(row, names)) found.set(name, row.stream);
    }
    from = (rows.at(-1)?.pos ?? to) + 1;
  }
  return found;
}

function referencesAmong(row: EventRow, names: { has(name: string): boolean }): readonly string[] {
  // That a text was redacted before is no reason to keep it now.
  return REDACTIONS.has(row.type) ? [] : namesIn(`${row.raw} ${row.body}`, names);
}
