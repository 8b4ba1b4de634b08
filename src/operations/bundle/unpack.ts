/**
 * Unpacks an archive into a new folder. It is unpacked and checked beside the target, then renamed:
 * the target never contains a part of a bundle.
 */

import path from "node:path";
import * as z from "zod";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import { readingInput } from "../../bundles/disk/open-path.ts";
import { unpackedSchema, unpackTo } from "../../bundles/disk/unpack-to.ts";
import { requireFile } from "../../disk/require-file.ts";
import { defineOperation } from "../operation/define-operation.ts";

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
