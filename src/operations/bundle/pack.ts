/**
 * Packs a folder. Each file is read once: packing computes the hashes, and the check afterwards
 * uses them. So the check comes after the archive is written, into a temporary file that is
 * discarded if the check fails.
 */

import * as z from "zod";
import { withDigestCache } from "../../base/digest-cache.ts";
import { HoldallError } from "../../base/errors.ts";
import type { FileSet } from "../../base/file-set.ts";
import { createKnownDigests } from "../../base/known-digests.ts";
import { isArchiveName } from "../../bundles/archive-name.ts";
import { requireUnpackable } from "../../bundles/disk/check-unpacked.ts";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import {
  openPath,
  type ReadingInput,
  readFiles,
  readingInput,
} from "../../bundles/disk/open-path.ts";
import { requireValid } from "../../bundles/read-bundle.ts";
import { packFolder } from "../../disk/pack.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import type { Limits } from "../../formats/limits.ts";
import { chosenLimits } from "../../runtime/chosen-limits.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { keptSchema, SECRETS_KEPT } from "../operation/secrets-kept.ts";

export default defineOperation({
  name: "pack",
  summary: "Put a bundle folder into a reproducible .tar.gz with sums",
  effect: "write",
  secrets: "kept",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "bundle.pack", sets: ["verify"] },
  positionals: ["path"],
  aliases: { format: "as", output: "out" },
  examples: ["pack ./bundle --out bundle.tar.gz"],
  input: z.object({
    path: z.string().describe("Bundle folder").meta({ path: true }),
    out: z.string().describe("The .tar.gz to write").meta({ path: "output" }),
    force: z.boolean().default(false).describe("Replace a bundle at --out").meta({ by: "person" }),
    ...readingInput,
  }),
  output: () =>
    z.object({
      secrets: keptSchema(),
      out: z.string(),
      format: z.string(),
      files: z.number(),
      bytes: z.number(),
      packed_bytes: z.number(),
    }),
  async run(context, input) {
    const limits = await chosenLimits(context, input);
    const opened = await openPath(context, input.path, limits);
    if (opened.container !== "folder") {
      throw new HoldallError("E_USAGE", `Cannot pack "${input.path}": it is not a folder`);
    }
    refuseOtherKind(input.out);
    const options = { force: input.force, source: opened.absolute, limit: input.limit };
    const output = await guardOutput(context, input.out, options);
    const packed = await writeAtomically(
      output.absolute,
      (temporary) =>
        packChecked(context, withDigestCache(opened.files), temporary, { ...input, limits }),
      output,
    );
    return { secrets: SECRETS_KEPT, out: output.absolute, ...packed };
  },
});

/** A name that promises another kind of file would mislead its recipient. */
function refuseOtherKind(out: string): void {
  if (isArchiveName(out) || !/\.(?:zip|7z|rar|tar|xz|bz2|zst|t[bx]z|json|age)$/i.test(out)) return;
  throw new HoldallError("E_USAGE", `Cannot pack into "${out}": what is written is a .tar.gz`, {
    cure: "give --out a name that ends in .tar.gz",
  });
}

/**
 * Packs a bundle, then checks it completely with the digests that packing it brought: every file is
 * read and hashed once. The caller throws the archive away when this throws.
 */
async function packChecked(
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
