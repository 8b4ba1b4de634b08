/**
 * Packs a folder. Each file is read once: packing computes the hashes, and the check afterwards
 * uses them. So the check comes after the archive is written, into a temporary file that is
 * discarded if the check fails.
 */

import * as z from "zod";
import { withDigestCache } from "../../base/digest-cache.ts";
import { HoldallError } from "../../base/errors.ts";
import { isArchiveName } from "../../bundles/archive-name.ts";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import { openPath, readingInput } from "../../bundles/disk/open-path.ts";
import { packChecked } from "../../bundles/disk/pack-checked.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { chosenLimits } from "../../runtime/chosen-limits.ts";
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
