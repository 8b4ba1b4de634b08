import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import type { FilePart } from "./backup.ts";
import { PACKS, packHash } from "./layout.ts";
import { type PackBlock, partsOf, readBlock, readPackList } from "./pack-file.ts";
import { faultOf, type OnFault } from "./run-log.ts";
import type { BackupFolder } from "./sealing.ts";

/** Where a part is stored. */
interface Location {
  readonly pack: string;
  readonly block: PackBlock;
  readonly start: number;
}

/** Which parts the packs of a backup have. */
export interface PartIndex {
  has(hash: string): boolean;
  /** The packs that were read, with the parts of each. */
  readonly packs: ReadonlyMap<string, readonly PackBlock[]>;
  /** The bytes of a part, checked. */
  read(part: FilePart): Buffer;
  /** Adds a pack that was written meanwhile. */
  add(pack: string): void;
}

/** Blocks that are kept unpacked: those of one large file, read in order, need one. */
const KEPT_BLOCKS = 4;

/** The hashes of all packs of a backup. */
export function listPacks(folder: string): readonly string[] {
  const names = fs.existsSync(path.join(folder, PACKS))
    ? fs.readdirSync(path.join(folder, PACKS))
    : [];
  return names.sort().flatMap((name) => packHash(name) ?? []);
}

/** Reads the lists of all packs. A pack that cannot be read is a fault, and its parts are missing. */
export function readPartIndex(backup: BackupFolder, onFault: OnFault): PartIndex {
  const locations = new Map<string, Location>();
  const packs = new Map<string, readonly PackBlock[]>();
  const unpacked = new Map<PackBlock, Buffer>();
  const add = (pack: string) => {
    const list = readPackList(backup, pack);
    packs.set(pack, list);
    for (const block of list) {
      for (const { hash, start } of partsOf(block)) locations.set(hash, { pack, block, start });
    }
  };
  const bytesOf = ({ pack, block }: Location) => {
    const known = unpacked.get(block) ?? readBlock(backup, pack, block);
    unpacked.delete(block);
    unpacked.set(block, known); // The newest last.
    for (const oldest of unpacked.keys()) {
      if (unpacked.size <= KEPT_BLOCKS) break;
      unpacked.delete(oldest);
    }
    return known;
  };
  for (const pack of listPacks(backup.folder)) {
    try {
      add(pack);
    } catch (error) {
      onFault(faultOf(error, `${PACKS}/${pack}.pack`));
    }
  }
  return {
    has: (hash) => locations.has(hash),
    packs,
    add,
    read({ hash, bytes }) {
      const location = locations.get(hash);
      if (location === undefined) {
        const state = `the part ${hash.slice(0, 12)} is in no pack`;
        throw new HoldallError("E_MISSING_FILE", `Cannot read the backup: ${state}`);
      }
      const { start, pack } = location;
      const part = bytesOf(location).subarray(start, start + bytes);
      if (part.length === bytes && sha256(part) === hash) return part;
      const state = `a part in "${PACKS}/${pack}.pack" does not match its hash`;
      throw new HoldallError("E_DIGEST", `Cannot read the backup: ${state}`);
    },
  };
}
