/**
 * Decrypts a sealed bundle. The plain text is written beside the target, into a folder that only
 * this user can enter, and checked there; it gets its final name only if it is a valid bundle.
 */

import path from "node:path";
import * as z from "zod";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import { readingInput } from "../../bundles/disk/open-path.ts";
import { readIdentities } from "../../bundles/disk/read-key-files.ts";
import {
  placeSingleFile,
  plainName,
  unpackedSchema,
  unpackTo,
} from "../../bundles/disk/unpack-to.ts";
import { openStream } from "../../bundles/sealing/open.ts";
import { bytesOfFile } from "../../disk/folder.ts";
import { requireFile } from "../../disk/require-file.ts";
import { fileStartsWith, GZIP_MAGIC } from "../../disk/small-file.ts";
import { createTemporaryFolder } from "../../disk/temporary.ts";
import { writeStream } from "../../disk/write-stream.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "open",
  summary: "Decrypt a sealed bundle and check what came out",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli"],
  withheld: {
    mcp: "a model must not use a person's keys",
    http: "keys stay with the person at the terminal",
  },
  positionals: ["path"],
  aliases: { format: "as", output: "out" },
  examples: ["open bundle.tar.gz.age --identity key.txt --out ./bundle"],
  input: z.object({
    path: z.string().describe("The sealed file"),
    identity: z
      .array(z.string())
      .min(1)
      .describe("Identity file of age-keygen, or an SSH key; may be repeated"),
    out: z.string().describe("Folder that the bundle becomes; a file for a single-file bundle"),
    force: z.boolean().default(false).describe("Replace a bundle at --out"),
    unchecked: z.boolean().default(false).describe("Also write what is not a valid bundle"),
    ...readingInput,
  }),
  output: unpackedSchema,
  async run(context, input) {
    const absolute = path.resolve(context.cwd, input.path);
    requireFile({ absolute, typed: input.path, doing: "open" });
    const identities = readIdentities(context.cwd, input.identity);
    const { force, limit } = input;
    const output = await guardOutput(context, input.out, { force, source: absolute, limit });
    // The clear text stays beside the target, in a folder that only this user can enter.
    const plain = path.join(
      createTemporaryFolder(path.dirname(output.absolute)),
      plainName(absolute),
    );
    await writeStream(openStream(bytesOfFile(absolute), identities), plain);
    if (fileStartsWith(plain, GZIP_MAGIC)) return unpackTo(context, plain, output, input);
    return placeSingleFile(context, plain, output, input);
  },
});
