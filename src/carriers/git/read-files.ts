import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { formatBytes } from "../../base/text/format-count.ts";
import { excerpt } from "../../base/text/text.ts";
import type { CarrierContext } from "../carrier.ts";
import { listedFiles, missingFiles, requireFetched } from "../listed-files.ts";
import { CHUNK_BYTES, FILES_REF, MAX_BYTES, parseChunkName } from "./layout.ts";
import type { ScratchRepository } from "./scratch-repository.ts";

/** A piece of a file in the repository. */
interface Chunk {
  readonly object: string;
  readonly number: number;
  readonly size: number;
}

/** Writes the files of a list from the commit that was fetched. */
export async function readFiles(
  repository: ScratchRepository,
  sums: string,
  target: { readonly folder: string; readonly context: CarrierContext },
): Promise<void> {
  const { folder, context } = target;
  const chunks = await listChunks(repository);
  let done = 0;
  for (const file of await missingFiles(listedFiles(sums), folder)) {
    const pieces = chunks.get(file.sha256);
    if (pieces === undefined) throw incomplete(file.path);
    const descriptor = fs.openSync(path.join(folder, file.path), "w", 0o644);
    try {
      for (const [index, { object, number, size }] of pieces.entries()) {
        if (number !== index) throw incomplete(file.path);
        const { stdout } = await repository.run(["cat-file", "blob", object]);
        fs.writeSync(descriptor, stdout);
        done += size;
        context.progress(`unpacked ${formatBytes(done)}`);
      }
    } finally {
      fs.closeSync(descriptor);
    }
    await requireFetched(file, folder);
  }
}

function incomplete(name: string): HoldallError {
  const message = `Cannot fetch "${excerpt(name)}": the repository lacks a piece of it`;
  return new HoldallError("E_MISSING_FILE", message, {
    cure: "ask whoever sent it to push it again",
  });
}

/** The pieces of every file in their order. */
async function listChunks(
  repository: ScratchRepository,
): Promise<ReadonlyMap<string, readonly Chunk[]>> {
  const { stdout } = await repository.run(["ls-tree", "-l", "-z", FILES_REF]);
  const chunks = new Map<string, Chunk[]>();
  let total = 0;
  for (const line of stdout.toString("utf8").split("\0")) {
    const [, object = "", size = "", name = ""] =
      /^100644 blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(line) ?? [];
    const parsed = parseChunkName(name);
    if (parsed === null) continue;
    total += Number(size);
    if (Number(size) > CHUNK_BYTES || total > MAX_BYTES) {
      const message = `Cannot fetch: it is larger than ${formatBytes(MAX_BYTES)}`;
      throw new HoldallError("E_LIMIT", message, { cure: "ask for it by another carrier" });
    }
    const pieces = chunks.get(parsed.sha256) ?? [];
    pieces.push({ object, number: parsed.number, size: Number(size) });
    chunks.set(parsed.sha256, pieces);
  }
  return chunks;
}
