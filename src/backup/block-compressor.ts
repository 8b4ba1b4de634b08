import { constants, createZstdCompress } from "node:zlib";

/** Logs compress to less than a quarter, so that most blocks need one buffer. */
const OUTPUT_BYTES = 512 * 1024;

/** Compresses blocks one after the other, each by itself, in memory that is used again for the next one. */
export function createBlockCompressor(): (block: Uint8Array) => Promise<Buffer> {
  const stream = createZstdCompress({ chunkSize: OUTPUT_BYTES });
  let pieces: Buffer[] = [];
  stream.on("data", (piece: Buffer) => void pieces.push(piece));
  return (block) =>
    new Promise((resolve, reject) => {
      stream.once("error", reject);
      stream.write(block);
      stream.flush(constants.ZSTD_e_end, () => {
        stream.off("error", reject);
        resolve(Buffer.concat(pieces));
        pieces = [];
      });
    });
}
