/**
 * Garbage collection of artifacts, by mark and sweep. Marking scans for anything that looks like a
 * hash instead of parsing, since imported events may name artifacts in unknown places. It runs
 * mostly in read transactions; then one write transaction marks what was appended meanwhile and
 * removes the rest. Artifacts put within the grace period are kept, because their event may not be
 * written yet.
 */

import { isSha256 } from "../base/hash.ts";
import type { StoredArtifact, Transaction } from "../stores/store.ts";
import type { Ledger } from "./ledger.ts";
import { allTexts } from "./read.ts";
import { selectAliases } from "./tables/aliases.ts";
import { selectEvents, selectLastPos } from "./tables/events.ts";

/** In ms. An artifact younger than this may belong to an event that is being written. */
const GRACE_MS = 60 * 60 * 1000;
const PAGE_SIZE = 1000;

/** What a collection found. */
export interface CollectedGarbage {
  readonly kept: number;
  /** Artifacts that nothing names, in the order of their names. */
  readonly removed: readonly string[];
  readonly bytes: number;
}

/**
 * Removes artifacts that nothing names. Anything that appears as 64 hex digits in an event, a text,
 * an alias or another kept artifact counts as named: keeping one too many is harmless, removing one
 * too many is not.
 */
export async function collectArtifacts(
  ledger: Ledger,
  { dryRun, grace = GRACE_MS }: { readonly dryRun: boolean; readonly grace?: number },
): Promise<CollectedGarbage> {
  const { store } = ledger;
  const before = ledger.now().getTime() + store.engine.clockAhead - grace;
  const old = new Map<string, StoredArtifact>();
  const young: string[] = [];
  for await (const artifact of store.artifacts.list()) {
    if (artifact.storedAt <= before) old.set(artifact.sha256, artifact);
    else young.push(artifact.sha256);
  }
  const total = old.size + young.length;
  const marks = createMarks(old, (name) => store.artifacts.get(name));
  for (const name of young) await marks.from((await store.artifacts.get(name)) ?? "");
  const last = await markFromTables(ledger, marks);
  if (!dryRun) await removeUnmarked(ledger, marks, { last, before });
  const removed = marks.unmarked();
  const bytes = removed.reduce((sum, { bytes: each }) => sum + each, 0);
  return { kept: total - removed.length, removed: removed.map(({ sha256 }) => sha256), bytes };
}

interface Marks {
  /** Marks what some bytes name, and transitively what that names. */
  from(content: Uint8Array | string): Promise<void>;
  /** Excludes one that turned out to be wanted again. */
  keep(name: string): void;
  unmarked(): readonly StoredArtifact[];
}

function createMarks(
  candidates: Map<string, StoredArtifact>,
  read: (name: string) => Promise<Uint8Array | null>,
): Marks {
  return {
    async from(content) {
      const found = namesIn(content, candidates);
      for (let name = found.pop(); name !== undefined; name = found.pop()) {
        if (!candidates.delete(name)) continue;
        found.push(...namesIn((await read(name)) ?? "", candidates));
      }
    },
    keep: (name) => void candidates.delete(name),
    unmarked: () => [...candidates.values()],
  };
}

const HEX_RUN = /(?<![0-9a-f])[0-9a-f]{64,}/g;

/** Which of some names appear in some bytes. */
export function namesIn(
  content: Uint8Array | string,
  candidates: { has(name: string): boolean },
): string[] {
  const text = typeof content === "string" ? content : Buffer.from(content).toString("latin1");
  const names: string[] = [];
  for (const [run] of text.matchAll(HEX_RUN)) {
    // A longer run of hex digits may contain a hash at any offset.
    for (let at = 0; at + 64 <= run.length; at++) {
      const name = run.slice(at, at + 64);
      if (candidates.has(name)) names.push(name);
    }
  }
  return names;
}

/** Marks from events, texts and aliases; returns the position of the last event that was read. */
async function markFromTables(ledger: Ledger, marks: Marks): Promise<number> {
  const last = await ledger.read(selectLastPos);
  await markFromEvents((work) => ledger.read(work), marks, { from: 1, to: last });
  for await (const { content } of allTexts(ledger)) await marks.from(content);
  await markFromAliases((work) => ledger.read(work), marks);
  return last;
}

type InTransaction = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>;

async function markFromAliases(within: InTransaction, marks: Marks): Promise<void> {
  for (const { sha256 } of await within(selectAliases)) await marks.from(sha256);
}

async function markFromEvents(
  within: InTransaction,
  marks: Marks,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  for (let next = from; next <= to; ) {
    const rows = await within((tx) => selectEvents(tx, { from: next, to, limit: PAGE_SIZE }));
    for (const row of rows) await marks.from(`${row.raw} ${row.body}`);
    const last = rows.at(-1);
    if (last === undefined) return;
    next = last.pos + 1;
  }
}

/**
 * Nobody can append during this transaction: what was appended since is read once more, then the
 * rest is removed.
 */
function removeUnmarked(
  ledger: Ledger,
  marks: Marks,
  { last, before }: { readonly last: number; readonly before: number },
): Promise<void> {
  return ledger.write(async ({ tx }) => {
    const within: InTransaction = (work) => work(tx);
    await markFromEvents(within, marks, { from: last + 1, to: await selectLastPos(tx) });
    await markFromAliases(within, marks);
    for await (const { sha256, storedAt } of tx.artifacts.list()) {
      if (storedAt > before) marks.keep(sha256);
    }
    for (const { sha256 } of marks.unmarked()) {
      if (isSha256(sha256)) await tx.artifacts.remove(sha256);
    }
  });
}
