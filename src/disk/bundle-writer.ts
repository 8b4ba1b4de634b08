import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import type { Digest, FileEntry } from "../base/file-set.ts";
import { createSha256, sha256 } from "../base/hash.ts";
import { pathFault } from "../base/paths.ts";

/** Writes the files of a new bundle, one after the other, and takes the hash of each on the way. */
export interface BundleWriter {
  write(path: string, content: Uint8Array | FileEntry, mode?: number): Digest | Promise<Digest>;
}

/** A writer to a folder that it creates. A small file costs no wait: there may be many. */
export function createBundleWriter(folder: string): BundleWriter {
  fs.mkdirSync(folder, { mode: 0o755 });
  const created = new Set<string>([folder]);
  const create = (relative: string, mode: number): number => {
    const fault = pathFault(relative);
    if (fault) throw new HoldallError("E_PATH", `Cannot write "${relative}": the path ${fault}`);
    const target = path.join(folder, relative);
    const parent = path.dirname(target);
    if (!created.has(parent)) fs.mkdirSync(parent, { recursive: true });
    created.add(parent);
    return fs.openSync(target, "wx", mode);
  };
  return {
    write(relative, content, mode = 0o644) {
      const descriptor = create(relative, mode & 0o111 ? 0o755 : 0o644);
      if (!(content instanceof Uint8Array)) return copy(content, descriptor);
      try {
        fs.writeFileSync(descriptor, content);
      } finally {
        fs.closeSync(descriptor);
      }
      return { sha256: sha256(content), size: content.length };
    },
  };
}

async function copy(content: FileEntry, descriptor: number): Promise<Digest> {
  const digest = createSha256();
  let size = 0;
  try {
    for await (const chunk of content.read()) {
      fs.writeFileSync(descriptor, chunk);
      digest.update(chunk);
      size += chunk.length;
    }
  } finally {
    fs.closeSync(descriptor);
  }
  return { sha256: digest.digest("hex"), size };
}
