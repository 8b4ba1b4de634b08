import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { type Digest, type FileEntry, piecesOf } from "../base/file-set.ts";
import { createSha256, sha256 } from "../base/hash.ts";
import { pathFault } from "../base/paths.ts";

/** Writes the files of a new bundle, one after the other, and takes the hash of each on the way. */
export interface BundleWriter {
  write(path: string, content: Uint8Array | FileEntry, mode?: number): Digest | Promise<Digest>;
}

/** A writer to a folder that it creates. A small file costs no wait: there may be many. */
export function createBundleWriter(folder: string): BundleWriter {
  fs.mkdirSync(folder, { mode: 0o755 });
  const created = new Set<string>([""]);
  const create = (relative: string, mode: number): number => {
    const fault = pathFault(relative);
    if (fault) throw new HoldallError("E_PATH", `Cannot write "${relative}": the path ${fault}`);
    const parent = relative.slice(0, Math.max(relative.lastIndexOf("/"), 0));
    if (!created.has(parent)) {
      fs.mkdirSync(path.join(folder, parent), { recursive: true });
      created.add(parent);
    }
    return fs.openSync(`${folder}${path.sep}${relative}`, "wx", mode);
  };
  return {
    write(relative, content, mode = 0o644) {
      const descriptor = create(relative, mode & 0o111 ? 0o755 : 0o644);
      if (!(content instanceof Uint8Array)) return copy(content, descriptor);
      try {
        writeAll(descriptor, content);
      } finally {
        fs.closeSync(descriptor);
      }
      return { sha256: sha256(content), size: content.length };
    },
  };
}

/** Without the checks of its arguments that `fs.writeFileSync` repeats for every file. */
function writeAll(descriptor: number, content: Uint8Array): void {
  for (let at = 0; at < content.length; ) at += fs.writeSync(descriptor, content, at);
}

async function copy(content: FileEntry, descriptor: number): Promise<Digest> {
  const digest = createSha256();
  let size = 0;
  try {
    for await (const chunk of piecesOf(content)) {
      writeAll(descriptor, chunk);
      digest.update(chunk);
      size += chunk.length;
    }
  } finally {
    fs.closeSync(descriptor);
  }
  return { sha256: digest.digest("hex"), size };
}
