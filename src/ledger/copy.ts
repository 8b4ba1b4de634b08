import { HoldallError } from "../base/errors.ts";
import type { Transaction } from "../stores/store.ts";
import type { Ledger } from "./ledger.ts";
import { rebuildTables } from "./projections.ts";
import { allTexts, chainedPages } from "./read.ts";
import { insertEvent, selectLastPos } from "./tables/events.ts";
import { selectExpiredLeases, upsertLease } from "./tables/leases.ts";
import { type HeadRow, selectWorkspaceEnd, upsertHead } from "./tables/stream-heads.ts";
import { insertText } from "./tables/texts.ts";

const PAGE_SIZE = 500;

/** What a copy carried over. */
export interface Copy {
  readonly events: number;
  readonly streams: number;
  readonly texts: number;
  readonly artifacts: number;
}

/**
 * Copies a workspace into an empty one, completely or not at all. Events keep their positions,
 * hashes and chain; projections are rebuilt in the target, since the engines may store them
 * differently.
 */
export async function copyLedger(
  from: Ledger,
  to: Ledger,
  progress: (events: number) => void,
): Promise<Copy> {
  const last = await from.read(selectLastPos);
  const copied = await to.write(async ({ tx }) => {
    const there = await selectLastPos(tx);
    if (there > 0) {
      throw new HoldallError(
        "E_EXISTS",
        `Cannot copy to "${to.store.location}": the target already contains events`,
        {
          cure: "choose a new or empty workspace",
        },
      );
    }
    const artifacts = await copyArtifacts(from, tx);
    const texts = await copyTexts(from, tx);
    const heads = new Map<string, HeadRow>();
    for await (const page of chainedPages(from, last)) {
      for (const row of page) {
        insertEvent(tx, row);
        heads.set(row.stream, { stream: row.stream, events: row.seq + 1, hash: row.hash });
      }
      // A query flushes the write buffer, so that memory is bounded by one page.
      progress(await selectLastPos(tx));
    }
    for (const head of heads.values()) upsertHead(tx, head);
    await copyLeases(from, tx);
    await rebuildTables(tx, to.store.engine, to.projections);
    return { events: last, streams: heads.size, texts, artifacts };
  });
  if (last > 0) to.store.recordHead(await to.read((tx) => selectWorkspaceEnd(tx, "")));
  return copied;
}

async function copyArtifacts(from: Ledger, tx: Transaction): Promise<number> {
  let count = 0;
  for await (const { sha256 } of from.store.artifacts.list()) {
    const bytes = await from.store.artifacts.get(sha256);
    if (bytes === null) continue;
    await tx.artifacts.put(sha256, bytes);
    count++;
  }
  return count;
}

async function copyTexts(from: Ledger, tx: Transaction): Promise<number> {
  let count = 0;
  for await (const { sha256, content } of allTexts(from)) {
    insertText(tx, sha256, content);
    if (++count % PAGE_SIZE === 0) await selectLastPos(tx);
  }
  return count;
}

async function copyLeases(from: Ledger, tx: Transaction): Promise<void> {
  const forever = Number.MAX_SAFE_INTEGER;
  for (const lease of await from.read((source) => selectExpiredLeases(source, forever))) {
    upsertLease(tx, lease);
  }
}
