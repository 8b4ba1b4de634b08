/**
 * Unpacks an archive into a new folder. It is unpacked and checked beside the target, then renamed:
 * the target never contains a part of a bundle.
 */

import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { formatNumber } from "../../base/text/format-count.ts";
import { checkUnpacked } from "../../bundles/disk/check-unpacked.ts";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import {
  earlyLimitCheck,
  type ReadingInput,
  readingInput,
  readPath,
} from "../../bundles/disk/open-path.ts";
import { isTaskZip, unzip } from "../../bundles/disk/task-zip.ts";
import { requireValid } from "../../bundles/read-bundle.ts";
import { requireFile } from "../../disk/require-file.ts";
import { createTemporaryFolder } from "../../disk/temporary.ts";
import { bundleRoot, unpackArchive } from "../../disk/unpack.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { widestLimits } from "../../formats/limits.ts";
import { chosenLimits } from "../../runtime/chosen-limits.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { defineOperation } from "../operation/define-operation.ts";

/** What came out of an archive or a sealed file, and where it is. */
export const unpackedSchema = () =>
  z.object({
    out: z.string(),
    format: z.string().nullable(),
    files: z.number(),
    bytes: z.number(),
    findings: z.array(findingSchema()),
  });

export default defineOperation({
  name: "unpack",
  summary: "Unpack a .tar.gz safely into a folder, and check what came out",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "bundle.unpack", sets: ["verify"] },
  positionals: ["path"],
  aliases: { format: "as", output: "out" },
  examples: ["unpack bundle.tar.gz --out ./bundle"],
  input: z.object({
    path: z.string().describe("The .tar.gz to unpack").meta({ path: true }),
    out: z.string().describe("Folder to create").meta({ path: "output" }),
    force: z.boolean().default(false).describe("Replace a bundle at --out").meta({ by: "person" }),
    unchecked: z
      .boolean()
      .default(false)
      .describe("Also unpack what is not a valid bundle")
      .meta({ by: "person" }),
    ...readingInput,
  }),
  output: unpackedSchema,
  async run(context, input) {
    const absolute = path.resolve(context.cwd, input.path);
    requireFile({ absolute, typed: input.path, doing: "unpack" });
    const options = { force: input.force, source: absolute, limit: input.limit };
    const output = await guardOutput(context, input.out, options);
    return unpackTo(context, absolute, output, input);
  },
});

/** Unpacks an archive beside its target, checks the bundle in it and moves it into place. */
export async function unpackTo(
  context: OperationContext,
  archive: string,
  output: { readonly absolute: string; readonly replace: boolean },
  input: ReadingInput & { readonly unchecked: boolean },
) {
  const limits = await chosenLimits(context, input);
  // Beside the target, so that moving it into place is one rename.
  const work = createTemporaryFolder(path.dirname(output.absolute));
  const folder = path.join(work, "unpacked");
  const widest = { ...widestLimits, ...limits };
  const result = (await isTaskZip(archive, input.as))
    ? await unzip(archive, folder, widest)
    : await unpackArchive(archive, folder, widest, {
        check: earlyLimitCheck(input, limits),
        onProgress: ({ files }) => {
          if (files % 1000 === 0) context.progress(`unpacked ${formatNumber(files)} files`);
        },
      });
  const root = bundleRoot(folder, result);
  const reading = await readPath(context, root, input, { profile: "lenient", level: "full" });
  checkUnpacked({ ...result, packedBytes: fs.statSync(archive).size }, reading, limits);
  if (!input.unchecked)
    requireValid(reading, `unpack a valid bundle from "${path.basename(archive)}"`);
  await writeAtomically(output.absolute, (temporary) => fs.renameSync(root, temporary), output);
  return {
    out: output.absolute,
    format: reading.format?.name ?? null,
    files: result.files,
    bytes: result.bytes,
    findings: [...reading.findings.list()],
  };
}
