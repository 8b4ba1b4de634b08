import fs from "node:fs";
import path from "node:path";
import type { FilePart } from "../backup/backup.ts";
import type { ChainState } from "../backup/chain-state.ts";
import { chainFolder, PACKS, packPath } from "../backup/layout.ts";
import { keyOfPack, type PackBlock, partsOf } from "../backup/pack-file.ts";
import { type PartIndex, readPartIndex } from "../backup/part-index.ts";
import { createPartWriter } from "../backup/part-writer.ts";
import {
  type BackupFault,
  listChains,
  listRuns,
  readChain,
  signaturePath,
} from "../backup/run-log.ts";
import { type BackupFolder, isOutdated, sealed } from "../backup/sealing.ts";
import { HoldallError } from "../base/errors.ts";
import { yieldToEventLoop } from "../disk/yield-to-event-loop.ts";
import { syncFolder } from "../durable/sync.ts";
import type { OperationContext } from "../runtime/operation-context.ts";

/** What was removed. */
export interface Removed {
  readonly packs: number;
  /** How much smaller the packs are. */
  readonly bytes: number;
}

/** Whether a process was killed after it had removed sessions and before it had removed their bytes. */
export function hasLeftovers(folder: string, { chain, baseSequence }: ChainState): boolean {
  return recordsBefore(folder, chain, baseSequence).length > 0;
}

/**
 * Removes what no run refers to any more: records before one that removed sessions, and parts that nothing has. What is
 * left of a pack is written to a new one before the old one is removed, so that a kill loses nothing.
 */
export async function removeUnused(
  context: OperationContext,
  backup: BackupFolder,
): Promise<Removed> {
  const { folder } = backup;
  const faults: BackupFault[] = [];
  const states = listChains(folder).map((chain) =>
    readChain(backup, chain, (fault) => void faults.push(fault)),
  );
  const index = readPartIndex(backup, (fault) => void faults.push(fault));
  if (faults.some(({ code }) => code === "E_KEY")) throw sealed("what another machine kept");
  const [fault] = faults;
  if (fault !== undefined) {
    throw new HoldallError(
      "E_DIGEST",
      `Cannot remove anything from "${folder}": ${fault.where} is damaged`,
      {
        cure: "run `holdall keep verify`; what cannot be read might be all that is left of a session",
      },
    );
  }
  for (const { chain, baseSequence } of states) {
    for (const name of recordsBefore(folder, chain, baseSequence)) {
      fs.rmSync(path.join(chainFolder(folder, chain), name));
      fs.rmSync(signaturePath(folder, chain, name), { force: true });
    }
    syncFolder(chainFolder(folder, chain));
  }
  return repack(context, backup, index, neededParts(states));
}

function recordsBefore(folder: string, chain: string, base: number | null): readonly string[] {
  if (base === null) return [];
  return listRuns(folder, chain)
    .filter(({ sequence }) => sequence < base)
    .map(({ name }) => name);
}

/** Every part that a content consists of. */
function neededParts(states: readonly ChainState[]): ReadonlySet<string> {
  const versions = states.flatMap((state) => [...state.versions.values()]);
  return new Set(versions.flatMap(({ parts }) => parts.map(({ hash }) => hash)));
}

async function repack(
  context: OperationContext,
  backup: BackupFolder,
  index: PartIndex,
  needed: ReadonlySet<string>,
): Promise<Removed> {
  const { folder, keyring } = backup;
  const placed = new Set<string>();
  const old: { readonly pack: string; readonly parts: readonly FilePart[] }[] = [];
  for (const [pack, blocks] of index.packs) {
    const parts = allParts(blocks);
    const isCurrent = !isOutdated(keyring, keyOfPack(folder, pack));
    const isUseful = isCurrent && parts.every(({ hash }) => needed.has(hash) && !placed.has(hash));
    if (isUseful && parts.length > 0) for (const { hash } of parts) placed.add(hash);
    else old.push({ pack, parts });
  }
  const writer = createPartWriter(backup, {
    ...index,
    has: (hash) => placed.has(hash),
    add: () => {},
  });
  let bytes = 0;
  for (const { pack, parts } of old) {
    bytes += fs.statSync(packPath(folder, pack)).size;
    for (const part of parts) {
      context.signal.throwIfAborted();
      if (!needed.has(part.hash) || placed.has(part.hash)) continue;
      await writer.add(index.read(part));
      placed.add(part.hash);
    }
    await yieldToEventLoop();
  }
  await writer.flush();
  const added = new Set(writer.added.packs);
  const gone = old.filter(({ pack }) => !added.has(pack));
  for (const { pack } of gone) fs.rmSync(packPath(folder, pack));
  if (gone.length > 0) syncFolder(path.join(folder, PACKS));
  return { packs: gone.length, bytes: bytes - writer.added.stored };
}

function allParts(blocks: readonly PackBlock[]): readonly FilePart[] {
  return blocks.flatMap((block) => [...partsOf(block)].map(({ hash, bytes }) => ({ hash, bytes })));
}
