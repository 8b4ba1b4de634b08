import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { createOwnFile } from "../../disk/replace-text-file.ts";
import { requireParent } from "../../disk/write-atomically.ts";
import type { KeyPair } from "../signing/key-pair.ts";

/** Writes a key pair beside each other, as ssh-keygen does, and never over a file. Returns the file of the public key. */
export function writeKeyPair(file: string, { text, publicLine }: KeyPair): string {
  const publicFile = `${file}.pub`;
  requireParent(file);
  for (const each of [file, publicFile]) {
    if (fs.lstatSync(each, { throwIfNoEntry: false }) !== undefined) throw taken(each);
  }
  if (!createOwnFile(file, text, 0o600)) throw taken(file);
  try {
    if (!createOwnFile(publicFile, `${publicLine}\n`, 0o644)) throw taken(publicFile);
  } catch (error) {
    fs.rmSync(file); // A private key whose public half nobody has is of no use.
    throw error;
  }
  return publicFile;
}

function taken(file: string): HoldallError {
  return new HoldallError("E_EXISTS", `Cannot write the key: "${file}" exists`, {
    cure: `give another name, such as ${path.basename(file, ".pub")}-2`,
  });
}
