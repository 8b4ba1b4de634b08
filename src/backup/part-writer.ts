import path from "node:path";
import { sha256 } from "../base/hash.ts";
import { temporaryBeside } from "../disk/temporary.ts";
import { createFile, createFolders } from "../durable/files.ts";
import type { FilePart } from "./backup.ts";
import { createBlockCompressor } from "./block-compressor.ts";
import { packPath } from "./layout.ts";
import { BLOCK_BYTES, encodePack, MAX_BLOCK_BYTES, PACK_BYTES } from "./pack-file.ts";
import type { PartIndex } from "./part-index.ts";
import { type BackupFolder, seal } from "./sealing.ts";

/** Stores parts: each once, many in one compressed block, many blocks in one pack. */
export interface PartWriter {
  /** Stores bytes unless they are there. The buffer may be used again afterwards. */
  add(bytes: Uint8Array): Promise<FilePart>;
  /** Writes what is still in memory. Then everything that was added is on disk. */
  flush(): Promise<void>;
  /** Bytes that were added and new, what they take, and the packs that they are in. */
  readonly added: {
    readonly bytes: number;
    readonly stored: number;
    readonly packs: readonly string[];
  };
}

interface PackedBlock {
  readonly packed: Uint8Array;
  readonly unpacked: number;
  readonly parts: readonly string[];
}

/** Writes packs to a backup. */
export function createPartWriter({ folder, keyring }: BackupFolder, index: PartIndex): PartWriter {
  /** The block that is filled, and another one that may be in use: two are enough, and no part has a buffer of its own. */
  let block = Buffer.allocUnsafeSlow(MAX_BLOCK_BYTES);
  let other = Buffer.allocUnsafeSlow(MAX_BLOCK_BYTES);
  let parts: string[] = [];
  let size = 0;
  let blocks: PackedBlock[] = [];
  let packedBytes = 0;
  /** The block that is being compressed while the next one is filled. */
  let compressing: Promise<void> = Promise.resolve();
  const compress = createBlockCompressor();
  const waiting = new Set<string>();
  const added = { bytes: 0, stored: 0, packs: [] as string[] };

  async function closeBlock(): Promise<void> {
    await compressing;
    if (packedBytes >= PACK_BYTES) writePack();
    if (size === 0) return;
    const full = { unpacked: size, parts };
    const bytes = block.subarray(0, size);
    [block, other] = [other, block];
    parts = [];
    size = 0;
    compressing = compress(bytes).then((compressed) => {
      const packed = seal(keyring, "block", compressed);
      blocks.push({ ...full, packed });
      packedBytes += packed.length;
    });
    compressing.catch(() => undefined); // It is awaited by the next block, or at the end.
  }

  function writePack(): void {
    if (blocks.length === 0) return;
    const bytes = encodePack(blocks, keyring);
    const hash = sha256(bytes);
    const target = packPath(folder, hash);
    createFolders(path.dirname(target), 0o700);
    createFile(target, bytes, { mode: 0o600, temporary: temporaryBeside(target) });
    index.add(hash);
    for (const each of blocks) for (const part of each.parts) waiting.delete(part);
    added.stored += bytes.length;
    added.packs.push(hash);
    blocks = [];
    packedBytes = 0;
  }

  return {
    added,
    async add(bytes) {
      const hash = sha256(bytes);
      const part = { hash, bytes: bytes.length };
      const name = `${hash}:${bytes.length}`;
      if (index.has(hash) || waiting.has(name)) return part;
      waiting.add(name);
      added.bytes += bytes.length;
      if (size > 0 && size + bytes.length > BLOCK_BYTES) await closeBlock();
      block.set(bytes, size);
      parts.push(name);
      size += bytes.length;
      return part;
    },
    async flush() {
      await closeBlock();
      await compressing;
      writePack();
    },
  };
}
