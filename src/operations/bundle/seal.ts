/**
 * Encrypts a bundle for recipients. The bundle is checked first: nobody can check it from outside
 * once it is sealed.
 */

import fs from "node:fs";
import * as z from "zod";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import { readingInput, readPath } from "../../bundles/disk/open-path.ts";
import { unpackableArchive } from "../../bundles/disk/seal-bundle.ts";
import { requireValid } from "../../bundles/read-bundle.ts";
import { sealStream } from "../../bundles/sealing/seal.ts";
import { bytesOfFile } from "../../disk/folder.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { writeStream } from "../../disk/write-stream.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { keptSchema, SECRETS_KEPT } from "../operation/secrets-kept.ts";

export default defineOperation({
  name: "seal",
  summary: "Encrypt a bundle for recipients, as an age file",
  effect: "write",
  secrets: "kept",
  surfaces: ["cli", "http"],
  withheld: { mcp: "a model must not choose who can read a bundle" },
  positionals: ["path"],
  aliases: { format: "as", output: "out" },
  examples: ["seal ./bundle --to age1… --out bundle.tar.gz.age"],
  input: z.object({
    path: z.string().describe("Folder, .tar.gz or JSON file").meta({ path: true }),
    to: z
      .array(z.string())
      .min(1)
      .describe("Recipient (age1…, or an SSH key: ssh-ed25519 …)")
      .meta({ placeholder: "RECIPIENT" }),
    out: z.string().describe("File to write").meta({ path: "output" }),
    force: z.boolean().default(false).describe("Replace a bundle at --out").meta({ by: "person" }),
    ...readingInput,
  }),
  output: () =>
    z.object({
      secrets: keptSchema(),
      out: z.string(),
      format: z.string(),
      recipients: z.number(),
      bytes: z.number(),
    }),
  async run(context, input) {
    const reading = await readPath(context, input.path, input, {
      profile: "lenient",
      level: "full",
    });
    requireValid(reading, `seal "${input.path}"`);
    const { absolute, container, format, limits } = reading;
    const to = [...new Set(input.to)];
    const { force, limit } = input;
    const output = await guardOutput(context, input.out, { force, source: absolute, limit });
    const plain =
      container === "folder"
        ? unpackableArchive(reading, { path: input.path, limits })
        : bytesOfFile(absolute);
    await writeAtomically(
      output.absolute,
      (temporary) => writeStream(sealStream(plain, to), temporary),
      output,
    );
    const { size } = fs.statSync(output.absolute);
    return {
      secrets: SECRETS_KEPT,
      out: output.absolute,
      format: format.name,
      recipients: to.length,
      bytes: size,
    };
  },
});
