import { HoldallError } from "../../base/errors.ts";
import type { FileSet } from "../../base/file-set.ts";
import { createKnownDigests } from "../../base/known-digests.ts";
import { packFolder } from "../../disk/pack.ts";
import type { Limits } from "../../formats/limits.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { requireValid } from "../read-bundle.ts";
import { requireUnpackable } from "./check-unpacked.ts";
import type { ReadingInput } from "./open-path.ts";
import { readFiles } from "./open-path.ts";

/**
 * Packs a bundle, then checks it completely with the digests that packing it brought: every file is
 * read and hashed once. The caller throws the archive away when this throws.
 */
export async function packChecked(
  context: OperationContext,
  files: FileSet,
  temporary: string,
  input: Packing & { readonly path: string },
) {
  const doing = `pack "${input.path}"`;
  const top = await topFolderOf(context, files, input, doing);
  const digests = createKnownDigests();
  const all = { files: 0, bytes: 0 };
  const result = await packFolder(files, top, temporary, {
    onFile: ({ path, size, sha256 }) => {
      digests.add(path, sha256);
      all.bytes += size;
      if (++all.files % 1000 === 0) context.progress(`packed ${all.files} files`);
    },
  });
  const reading = await readFiles(context, digests.applyTo(files), input, checkWithin(input));
  requireValid(reading, doing);
  if (reading.format.topFolder(reading.model) !== top) {
    throw new HoldallError("E_CONFLICT", `Cannot ${doing}: it was changed meanwhile`);
  }
  const packed = { ...all, packedBytes: result.packedBytes, doing };
  requireUnpackable(packed, reading.format, input.limits);
  const { files: count, bytes, packedBytes: packed_bytes } = result;
  return { format: reading.format.name, files: count, bytes, packed_bytes };
}

type Packing = ReadingInput & { readonly limits: Partial<Limits> };

function checkWithin({ limits }: Packing) {
  return { profile: "lenient", level: "full", limits } as const;
}

/**
 * The archive's top folder. The files at the bundle's root nearly always determine it, so that a
 * large index below them is not read twice.
 */
async function topFolderOf(
  context: OperationContext,
  files: FileSet,
  input: Packing,
  doing: string,
): Promise<string> {
  const atRoot: FileSet = {
    async *entries() {
      for await (const entry of files.entries()) if (!entry.path.includes("/")) yield entry;
    },
    get: async (path) => (path.includes("/") ? null : files.get(path)),
  };
  const quick = { ...checkWithin(input), level: "records" } as const;
  const glance = await readFiles(context, atRoot, input, quick);
  if (glance.format && glance.model !== null) return glance.format.topFolder(glance.model);
  const reading = await readFiles(context, files, input, checkWithin(input));
  requireValid(reading, doing);
  return reading.format.topFolder(reading.model);
}
