/**
 * Verification of a workspace, in one pass over the events in order: positions without gaps, each
 * stream's chain of hashes, the chain over the workspace, every text and artifact that is named,
 * then the rules of each module, and last the derived tables against a fresh build. One fault is
 * reported once: after it, the check continues as if the stored value were right. Writers may
 * continue; what is appended during the check is not part of it.
 */

import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import type { Findings } from "../base/findings.ts";
import { formatCount } from "../base/text/format-count.ts";
import type { StreamKind } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { resolveAlias } from "./artifacts.ts";
import { checkDatabase } from "./check-database.ts";
import { chainHash, hashEvent, toEvent } from "./event-hash.ts";
import { kindOf } from "./kind-of.ts";
import type { Ledger } from "./ledger.ts";
import { redactedIn } from "./maintenance.ts";
import { compareTables, type EventCheck } from "./projections.ts";
import { streamEvents, streamHeads } from "./read.ts";
import { type References, referencesIn } from "./references.ts";
import {
  type ChainedRow,
  type EventRow,
  selectChain,
  selectChainedEvents,
  selectLastPos,
} from "./tables/events.ts";
import type { HeadRow } from "./tables/stream-heads.ts";
import { findText, type TextLookupResult } from "./texts.ts";

/** The position of an event, in its stream and in the workspace. */
export const eventPositionSchema = () =>
  z.object({
    stream: z.string(),
    seq: z.number(),
    pos: z.number(),
  });

/** The position of an event, in its stream and in the workspace. */
export type EventPosition = z.infer<ReturnType<typeof eventPositionSchema>>;

/** What a check of a workspace looked at. */
export interface Verification {
  readonly events: number;
  readonly streams: number;
  readonly texts: number;
  readonly artifacts: number;
  readonly redacted: number;
  readonly projections: number;
  /** The first event, in order, that is not as it was written. */
  readonly firstWrong: EventPosition | null;
}

const PAGE_SIZE = 1000;

/**
 * Checks the database, chains, texts, artifacts and projections of a workspace. Everything wrong is a finding,
 * also what keeps the rest from being read.
 */
export async function verifyLedger(
  ledger: Ledger,
  findings: Findings,
  progress: (events: number) => void = () => {},
): Promise<Verification> {
  const redacted = new Set<string>();
  const check = createCheck(findings, redacted);
  try {
    await checkDatabase(ledger, findings);
    await checkRecordedHead(ledger, findings);
    await readRedactions(ledger, redacted);
    await checkEvents(ledger, findings, { check, progress });
  } catch (error) {
    if (!isDamage(error, findings)) throw error;
    findings.error("E_STORE", {}, `The check could not be completed: ${error.message}`);
  }
  return {
    ...check.counts(),
    redacted: redacted.size,
    projections: ledger.projections.all.length,
  };
}

/** Compares the ledger with the head that was recorded outside the database, which may be older than its end. */
async function checkRecordedHead({ store }: Ledger, findings: Findings): Promise<void> {
  const recorded = store.recordedHead(); // Read before the events: it is never ahead of them.
  if (recorded === null) return;
  await store.transaction("read", async (tx) => {
    const events = await selectLastPos(tx);
    const expected = recorded.pos;
    if (events < expected) {
      const message = `The workspace has ${events} events, but had at least ${expected}: the newest were lost`;
      findings.error("E_CHAIN", {}, message, { events, expected });
    } else if ((await selectChain(tx, expected)) !== recorded.chain) {
      const message = `The events up to position ${expected} are not those that were recorded`;
      findings.error("E_CHAIN", {}, message, { pos: expected });
    }
  });
}

/** Whether an error follows from damage: the engine says so, or faults were found that explain it. */
function isDamage(error: unknown, findings: Findings): error is Error {
  if (error instanceof HoldallError) return error.code === "E_STORE";
  return error instanceof Error && findings.errorCount() > 0;
}

async function checkEvents(
  ledger: Ledger,
  findings: Findings,
  { check, progress }: { readonly check: Check; readonly progress: (events: number) => void },
): Promise<void> {
  const checkModules = createModuleChecks(ledger, findings);
  const to = await ledger.read(selectLastPos);
  for (let from = 1; from <= to; from = check.nextPos()) {
    const count = await ledger.read(async (tx) => {
      const rows = await selectChainedEvents(tx, { from, to, limit: PAGE_SIZE });
      for (const row of rows) {
        // An altered event may contain anything: modules see only intact ones.
        if (await check.event(tx, row)) await checkModules(tx, row);
      }
      return rows.length;
    });
    if (count === 0) break;
    progress(check.counts().events);
  }
  const heads = new Map<string, HeadRow>();
  for await (const head of streamHeads(ledger)) heads.set(head.stream, head);
  if ((await ledger.read(selectLastPos)) === to) check.heads(to, heads);
  await checkProjections(ledger, findings).catch((error) => {
    // An altered event may contain anything, also what no projection can apply.
    if (findings.errorCount() === 0) throw error;
    const message = "The derived tables cannot be compared because the workspace is damaged";
    findings.error("E_STATE", {}, message);
  });
}

/** The texts whose redaction is recorded as an event: any other absent text is missing. */
async function readRedactions(ledger: Ledger, redacted: Set<string>): Promise<void> {
  for await (const { stream } of streamHeads(ledger, "ledger:")) {
    for await (const event of streamEvents(ledger, stream)) {
      for (const name of redactedIn(event)) redacted.add(name);
    }
  }
}

/** The checks of all modules, by the kind of stream. */
function createModuleChecks({ modules }: Ledger, findings: Findings) {
  const byKind = new Map<StreamKind, EventCheck[]>();
  for (const { check } of modules) {
    if (check === undefined) continue;
    const begun = check.begin(findings);
    for (const kind of check.kinds) byKind.set(kind, [...(byKind.get(kind) ?? []), begun]);
  }
  return async (tx: Transaction, row: EventRow): Promise<void> => {
    const kind = kindOf(row.stream);
    const checks = kind === null ? undefined : byKind.get(kind);
    if (checks === undefined) return;
    const event = toEvent(row);
    for (const check of checks) await check(tx, event);
  };
}

async function checkProjections({ store, projections }: Ledger, findings: Findings): Promise<void> {
  const stale = await store.transaction("shadow", (tx) =>
    compareTables(tx, store.engine, projections),
  );
  for (const { projection, table, rows } of stale) {
    const message = `Table ${table} (${projection}) differs from the ledger in ${formatCount(rows, "row")}`;
    findings.error("E_STATE", {}, message, { table, rows });
  }
}

interface Check {
  /** Returns whether the event is as it was written. */
  event(tx: Transaction, row: ChainedRow): Promise<boolean>;
  /** Compares the recorded ends of streams with those found. */
  heads(lastPos: number, recorded: ReadonlyMap<string, HeadRow>): void;
  nextPos(): number;
  counts(): Omit<Verification, "redacted" | "projections">;
}

function createCheck(findings: Findings, redacted: ReadonlySet<string>): Check {
  const heads = new Map<string, FoundHead>();
  const faults = createFaults(findings);
  const content = createContentCheck(findings, { addFault: faults.add, redacted });
  let events = 0;
  let pos = 0;
  let chain = "";
  return {
    async event(tx, row) {
      events++;
      const head = heads.get(row.stream) ?? { seq: -1, hash: null };
      const fault = chainFault(row, { pos, chain }, head);
      if (fault !== null) faults.add("E_CHAIN", row, fault);
      // From here on as if it were right, so that one fault is reported once.
      pos = row.pos;
      chain = row.chain;
      heads.set(row.stream, row);
      const named = fault === null ? referencesIn(row.body) : referencesIfReadable(row.body);
      for (const name of named.texts) await content.text(tx, row, name);
      if (row.raw !== null) await content.text(tx, row, row.raw);
      for (const id of named.artifacts) await content.artifact(tx, row, id);
      return fault === null;
    },
    heads(lastPos, recorded) {
      if (pos !== lastPos) return;
      for (const [{ stream, seq }, why] of headFaults(heads, recorded)) {
        faults.add("E_CHAIN", { stream, seq, pos }, why);
      }
    },
    nextPos: () => pos + 1,
    counts: () => ({
      events,
      streams: heads.size,
      ...content.counts(),
      firstWrong: faults.first(),
    }),
  };
}

type AddFault = (code: "E_CHAIN" | "E_BLOB", place: EventPosition, why: string) => void;

/** What is wrong with events, and where it began. */
function createFaults(findings: Findings) {
  let first: EventPosition | null = null;
  const add: AddFault = (code, { stream, seq, pos }, why) => {
    first ??= { stream, seq, pos };
    const message = `Event ${seq} of "${stream}" (position ${pos}): ${why}`;
    findings.error(code, { file: stream }, message, { stream, seq, pos });
  };
  return { add, first: () => first };
}

interface FoundHead {
  readonly seq: number;
  readonly hash: string | null;
}

/**
 * What is wrong with an event after the last one and after the end of its stream; null if nothing
 * is. The order of the checks decides which fault is named: a missing event explains all that
 * follow.
 */
function chainFault(
  row: ChainedRow,
  { pos, chain }: { readonly pos: number; readonly chain: string },
  end: FoundHead,
): string | null {
  if (row.pos !== pos + 1) return `positions ${pos + 1} to ${row.pos - 1} are missing before it`;
  if (row.seq !== end.seq + 1) return `expected event ${end.seq + 1}, found ${row.seq}`;
  if (row.prev !== end.hash) return "it does not follow the event before it";
  if (hashEvent(row) !== row.hash) return "its hash does not match its content";
  if (chainHash(chain, row.pos, row.hash) === row.chain) return null;
  return "events before it were removed, added or moved to other positions";
}

/**
 * Streams whose end differs from the recorded head: events at the end of a stream can be missing
 * without a gap.
 */
function* headFaults(
  found: ReadonlyMap<string, FoundHead>,
  recorded: ReadonlyMap<string, HeadRow>,
): Generator<readonly [Omit<EventPosition, "pos">, string]> {
  for (const [stream, { seq, hash }] of found) {
    const { events = 0, hash: expected = "" } = recorded.get(stream) ?? {};
    if (events === seq + 1 && expected === hash) continue;
    yield [{ stream, seq }, `the stream ends here, but the ledger recorded ${events} events`];
  }
  for (const { stream, events } of recorded.values()) {
    if (!found.has(stream)) yield [{ stream, seq: 0 }, `all of its ${events} events are missing`];
  }
}

/** What an event that was altered names, as far as it can be read. */
function referencesIfReadable(body: string): References {
  try {
    return referencesIn(body);
  } catch {
    return { texts: [], artifacts: [] };
  }
}

/** Checks the texts and artifacts that events name; each artifact once. */
function createContentCheck(
  findings: Findings,
  { addFault, redacted }: { readonly addFault: AddFault; readonly redacted: ReadonlySet<string> },
) {
  const looked = new Map<string, TextLookupResult["state"]>();
  // Each is counted once, where it is stored, as `status` does. The beginning of a name distinguishes texts and
  // takes less memory than the name.
  const texts = new Set<number>();
  const artifacts = new Set<string>();
  const count = (name: string, found: TextLookupResult) => {
    if (found.state !== "present") return;
    if (found.storedAs === "artifact") artifacts.add(name);
    else texts.add(Number.parseInt(name.slice(0, 12), 16));
  };
  const look = async (tx: Transaction, name: string) => {
    const found = await findText(tx, name);
    count(name, found);
    looked.set(name, found.state);
    return found.state;
  };
  return {
    async text(tx: Transaction, row: EventRow, name: string): Promise<void> {
      const found = await findText(tx, name);
      const { state } = found;
      count(name, found);
      const isMissing = state === "missing" || (state === "redacted" && !redacted.has(name));
      if (isMissing) addFault("E_BLOB", row, `its text ${name} is missing`);
      if (state === "altered") addFault("E_BLOB", row, `its text ${name} was altered`);
    },
    async artifact(tx: Transaction, row: EventRow, id: string): Promise<void> {
      const name = await resolveAlias(tx, id);
      const state = looked.get(name) ?? (await look(tx, name));
      if (state === "altered") addFault("E_BLOB", row, `its artifact ${id} was altered`);
      if (state !== "missing" && (state !== "redacted" || redacted.has(name))) return;
      // An imported log may name artifacts that did not come with it.
      if (row.raw === null) addFault("E_BLOB", row, `its artifact ${id} is missing`);
      else findings.warn("W_NO_CONTENT", { file: row.stream }, `Artifact ${id} was not imported`);
    },
    counts: () => ({ texts: texts.size, artifacts: artifacts.size }),
  };
}
