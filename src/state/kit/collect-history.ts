/**
 * Collects what a kit needs: the events of a state and of its use, and every text they name. Each
 * event's hash is checked again before it leaves, so that a damaged ledger is not exported as if it
 * were intact.
 */

import { HoldallError } from "../../base/errors.ts";
import { hashEvent, historyLine, toEvent } from "../../ledger/event-hash.ts";
import { readEventRows } from "../../ledger/read.ts";
import { referencesIn } from "../../ledger/references.ts";
import type { EventRow } from "../../ledger/tables/events.ts";
import { findTexts } from "../../ledger/texts.ts";
import type { Transaction } from "../../stores/store.ts";
import { type Address, describeAddress, stateIdOf, stateStream, useStream } from "../address.ts";
import type { Moment } from "../history/replay.ts";
import { replayEvents, type StateHistory } from "./history.ts";

/** A state's history with everything to export, byte for byte. */
export interface CollectedHistory extends StateHistory {
  /** The events as lines of `history/events.jsonl`. */
  readonly lines: readonly string[];
  /** The texts that events refer to, by SHA-256. */
  readonly texts: ReadonlyMap<string, Uint8Array>;
}

/** Limit of what is collected in memory. */
const MAX_BYTES = 512 * 1024 * 1024;
const PAGE_SIZE = 1000;

/** Collects the history of a state up to a moment. Appends nothing. */
export async function collectHistory(
  tx: Transaction,
  address: Address,
  moment: Moment | null,
): Promise<CollectedHistory> {
  const id = stateIdOf(address);
  const changes = await allRows(tx, stateStream(id));
  const found = replayEvents(changes.map(toEvent), moment);
  if (found === null) throw noHistory(address);
  const own = changes.slice(0, found.state.head_seq + 1);
  const end = changes[own.length]?.pos ?? Number.POSITIVE_INFINITY;
  const uses = (await allRows(tx, useStream(id))).filter(({ pos }) => moment === null || pos < end);
  const rows = [...own, ...uses].sort((left, right) => left.pos - right.pos);
  for (const row of rows) if (hashEvent(row) !== row.hash) throw damaged("event", row.id);
  const { texts, redacted } = await textsOf(tx, rows);
  return {
    events: rows.map(toEvent),
    lines: rows.map(historyLine),
    state: found.state,
    head: found.hash,
    texts,
    redacted,
    text: (name) => {
      const bytes = texts.get(name);
      return bytes === undefined ? null : Buffer.from(bytes).toString();
    },
  };
}

async function allRows(tx: Transaction, stream: string): Promise<EventRow[]> {
  const rows: EventRow[] = [];
  let bytes = 0;
  for (;;) {
    const page = await readEventRows(tx, stream, { from: rows.length, limit: PAGE_SIZE });
    for (const row of page) bytes += row.body.length;
    if (bytes > MAX_BYTES) throw tooLarge();
    rows.push(...page);
    if (page.length < PAGE_SIZE) return rows;
  }
}

async function textsOf(tx: Transaction, rows: readonly EventRow[]) {
  const names = new Set<string>();
  for (const { body, raw } of rows) {
    for (const name of referencesIn(body).texts) names.add(name);
    if (raw !== null) names.add(raw);
  }
  const texts = new Map<string, Uint8Array>();
  const redacted: string[] = [];
  let bytes = 0;
  for (const [name, finding] of await findTexts(tx, [...names].sort())) {
    if (finding.state === "redacted") redacted.push(name);
    else if (finding.state !== "present") throw damaged("text", name);
    else {
      bytes += finding.content.length;
      if (bytes > MAX_BYTES) throw tooLarge();
      texts.set(name, finding.content);
    }
  }
  return { texts, redacted: redacted.sort() };
}

function noHistory(address: Address): HoldallError {
  return new HoldallError(
    "E_NOT_FOUND",
    `Cannot collect the history of the ${describeAddress(address)}: it had no events at that time`,
    { cure: "list the states with `holdall session list` and the events with `holdall state log`" },
  );
}

function damaged(what: string, name: string): HoldallError {
  return new HoldallError(
    "E_BLOB",
    `Cannot export ${what} "${name}": it is missing or was altered`,
    {
      cure: "check the workspace with `holdall verify`",
    },
  );
}

function tooLarge(): HoldallError {
  return new HoldallError(
    "E_LIMIT",
    `Cannot export the history: it has more than ${MAX_BYTES} bytes`,
  );
}
