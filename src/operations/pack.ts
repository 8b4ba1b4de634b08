import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import { requireSound } from "../bundles/read-bundle.ts";
import { packFolder } from "../disk/pack.ts";
import { place } from "../disk/place.ts";
import { defineOperation } from "./define-operation.ts";
import { guardOutput } from "./guard-output.ts";
import { readingInput, readPath } from "./open-path.ts";

export default defineOperation({
  name: "pack",
  summary: "Put a bundle folder into a reproducible .tar.gz with sums",
  effect: "write",
  surfaces: ["cli", "mcp", "http"],
  positionals: ["path"],
  aliases: { format: "as", output: "out" },
  examples: ["pack ./bundle --out bundle.tar.gz"],
  input: z.object({
    path: z.string().describe("Bundle folder"),
    out: z.string().describe("The .tar.gz to write"),
    force: z.boolean().default(false).describe("Replace a bundle at --out"),
    ...readingInput,
  }),
  output: () =>
    z.object({
      out: z.string(),
      format: z.string(),
      files: z.number(),
      bytes: z.number(),
      packed_bytes: z.number(),
    }),
  async run(context, input) {
    const reading = await readPath(context, input.path, input, {
      profile: "lenient",
      level: "records",
    });
    requireSound(reading, `pack "${input.path}"`);
    if (reading.container !== "folder") {
      throw new HoldallError("E_USAGE", `Cannot pack "${input.path}": it is not a folder`);
    }
    if ((await reading.files.get(".holdall/ledger.sqlite")) !== null) {
      throw new HoldallError("E_PROTECTED", `Cannot pack "${input.path}": it holds a workspace`, {
        cure: "move the folder .holdall elsewhere",
      });
    }
    const options = { force: input.force, source: reading.absolute };
    const output = await guardOutput(context, input.out, options);
    const counts = { files: 0, bytes: 0, packed_bytes: 0 };
    await place(
      output.absolute,
      async (temporary) => {
        const top = reading.format.topFolder(reading.model);
        const result = await packFolder(reading.files, top, temporary, {
          onFile: () => {
            if (++counts.files % 1000 === 0) context.progress(`packed ${counts.files} files`);
          },
        });
        counts.bytes = result.bytes;
        counts.packed_bytes = result.packedBytes;
      },
      output,
    );
    return { out: output.absolute, format: reading.format.name, ...counts };
  },
});
