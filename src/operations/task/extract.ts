import path from "node:path";
import * as z from "zod";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import { readingInput } from "../../bundles/disk/open-path.ts";
import { unpackedSchema, unpackTo } from "../../bundles/disk/unpack-to.ts";
import { requireFile } from "../../disk/require-file.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "task extract",
  summary: "Unpack a task bundle from a .tar.gz or .zip, and check it",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli"],
  withheld: {
    mcp: "a model must not unpack a stranger's files",
    http: "files are unpacked where a person asked for them",
  },
  positionals: ["archive"],
  aliases: { o: "out" },
  examples: ["task extract run.tar.gz --out ./run"],
  input: z.object({
    archive: z.string().describe("The .tar.gz or .zip of a task bundle"),
    out: z.string().describe("Folder to create"),
    force: z.boolean().default(false).describe("Replace a bundle at --out"),
    limit: readingInput.limit,
  }),
  output: unpackedSchema,
  async run(context, input) {
    const absolute = path.resolve(context.cwd, input.archive);
    requireFile({ absolute, typed: input.archive, doing: "extract" });
    const { force, limit } = input;
    const output = await guardOutput(context, input.out, { force, source: absolute, limit });
    return unpackTo(context, absolute, output, { ...input, as: "task-bundle", unchecked: false });
  },
});
