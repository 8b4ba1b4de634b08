import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { formatNumber } from "../../base/text/format-count.ts";
import { createTemporaryFolder } from "../../disk/temporary.ts";
import { bundleRoot, unpackArchive } from "../../disk/unpack.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { widestLimits } from "../../formats/limits.ts";
import { chosenLimits } from "../../runtime/chosen-limits.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { requireValid } from "../read-bundle.ts";
import { checkUnpacked } from "./check-unpacked.ts";
import { earlyLimitCheck, type ReadingInput, readPath } from "./open-path.ts";
import { isTaskZip, unzip } from "./task-zip.ts";

/** What came out of an archive or a sealed file, and where it is. */
export const unpackedSchema = () =>
  z.object({
    out: z.string(),
    format: z.string().nullable(),
    files: z.number(),
    bytes: z.number(),
    findings: z.array(findingSchema()),
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

type Input = Parameters<typeof unpackTo>[3];

/** Checks a bundle that is one file, and moves it into place. */
export async function placeSingleFile(
  context: OperationContext,
  plain: string,
  output: { readonly absolute: string; readonly replace: boolean },
  input: Input,
) {
  const reading = await readPath(context, plain, input, { profile: "lenient", level: "full" });
  if (!input.unchecked) requireValid(reading, "open a valid bundle");
  const { size } = fs.statSync(plain);
  await writeAtomically(output.absolute, (temporary) => fs.renameSync(plain, temporary), output);
  return {
    out: output.absolute,
    format: reading.format?.name ?? null,
    files: 1,
    bytes: size,
    findings: [...reading.findings.list()],
  };
}

/** The name of a sealed file without its ending. */
export function plainName(sealed: string): string {
  return path.basename(sealed).replace(/\.age$/, "") || "plain";
}
