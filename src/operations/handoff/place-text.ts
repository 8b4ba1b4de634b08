import fs from "node:fs";
import { crc32 } from "node:zlib";
import { HoldallError } from "../../base/errors.ts";
import { createSha256 } from "../../base/hash.ts";
import type { LatePart } from "../../base/late-part.ts";
import { withLatePart } from "../../disk/late-text.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { writeText } from "../../disk/write-stream.ts";

/** A file as it was when it was read. */
export interface PlacedFile {
  readonly sha256: string;
  /** Different once the file was written to or replaced. */
  readonly stamp: string;
}

const CHUNK = 256 * 1024;

/** Places a text in one step, with the part that comes late, and compares the file with what was written. */
export async function placeText(
  target: string,
  text: AsyncIterable<string>,
  late: LatePart | null = null,
): Promise<PlacedFile> {
  const written = createSha256();
  let [sum, size] = [0, 0];
  const pieces = late === null ? text : withLatePart(text, late, target);
  const onBytes = (bytes: Uint8Array) => {
    written.update(bytes);
    sum = crc32(bytes, sum);
    size += bytes.length;
  };
  await writeAtomically(target, (temporary) => writeText(pieces, temporary, { onBytes }));
  const stamp = stampOf(target);
  // A second SHA-256 would cost as much as everything else here; what a disk damages a sum of 32 bits tells.
  const isAsWritten = sumOf(target) === `${size} ${sum}`;
  if (isAsWritten) return { sha256: written.digest("hex"), stamp };
  const state = "the file differs from what was written";
  throw new HoldallError("E_HANDOFF", `Cannot place "${target}": ${state}`, {
    cure: "nothing was left behind; check whether another program writes there, and try again",
  });
}

/** Size and CRC-32 of a file. */
function sumOf(file: string): string {
  const descriptor = fs.openSync(file, "r");
  const chunk = Buffer.allocUnsafe(CHUNK);
  let [sum, size] = [0, 0];
  try {
    for (let length = 1; length > 0; size += length) {
      length = fs.readSync(descriptor, chunk, 0, CHUNK, null);
      sum = crc32(chunk.subarray(0, length), sum);
    }
  } finally {
    fs.closeSync(descriptor);
  }
  return `${size} ${sum}`;
}

/** What changes with a file: which one it is, its size, and when it was written to. */
export function stampOf(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = fs.statSync(file, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(" ");
}
