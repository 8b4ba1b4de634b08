import fs from "node:fs";
import { HoldallError } from "../base/errors.ts";
import { createSha256 } from "../base/hash.ts";
import { digestFile } from "./digest-file.ts";
import { writeAtomically } from "./write-atomically.ts";
import { writeText } from "./write-stream.ts";

/** A file as it was when it was read. */
export interface PlacedFile {
  readonly sha256: string;
  /** Different once the file was written to or replaced. */
  readonly stamp: string;
}

/** Places a text in one step, and compares the file with what was written. */
export async function placeText(target: string, text: AsyncIterable<string>): Promise<PlacedFile> {
  const written = createSha256();
  const onBytes = (bytes: Uint8Array) => void written.update(bytes);
  await writeAtomically(target, (temporary) => writeText(text, temporary, onBytes));
  const stamp = stampOf(target);
  const { sha256 } = await digestFile(target);
  if (sha256 === written.digest("hex")) return { sha256, stamp };
  const state = "the file differs from what was written";
  throw new HoldallError("E_HANDOFF", `Cannot place "${target}": ${state}`, {
    cure: "nothing was left behind; check whether another program writes there, and try again",
  });
}

/** What changes with a file: which one it is, its size, and when it was written to. */
export function stampOf(file: string): string {
  const { ino, size, mtimeNs, ctimeNs } = fs.statSync(file, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(" ");
}
