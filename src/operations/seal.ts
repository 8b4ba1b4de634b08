import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { writeArchive } from "../bundles/archive.ts";
import { requireSound } from "../bundles/read-bundle.ts";
import { sealStream } from "../bundles/sealing/seal.ts";
import { singleFile } from "../disk/folder.ts";
import { place } from "../disk/place.ts";
import { writeStream } from "../disk/write-stream.ts";
import { defineOperation } from "./define-operation.ts";
import { guardOutput } from "./guard-output.ts";
import { readingInput, readPath } from "./open-path.ts";

export default defineOperation({
  name: "seal",
  summary: "Encrypt a bundle for recipients, as an age file",
  effect: "write",
  surfaces: ["cli", "http"],
  withheld: { mcp: "a model must not choose who can read a bundle" },
  positionals: ["path"],
  aliases: { format: "as", output: "out" },
  examples: ["seal ./bundle --to age1… --out bundle.tar.gz.age"],
  input: z.object({
    path: z.string().describe("Folder, .tar.gz or JSON file"),
    to: z.array(z.string()).min(1).describe("Recipient (age1…); may be repeated"),
    out: z.string().describe("File to write"),
    force: z.boolean().default(false).describe("Replace a bundle at --out"),
    ...readingInput,
  }),
  output: () =>
    z.object({
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
    requireSound(reading, `seal "${input.path}"`);
    const { absolute, container, format } = reading;
    const output = await guardOutput(context, input.out, { force: input.force, source: absolute });
    // The seal already proves every byte, so nothing is added: what is opened is what was sealed.
    const plain =
      container === "folder"
        ? writeArchive(reading.files, format.topFolder(reading.model), { addSums: false })
        : await bytesOf(absolute);
    await place(
      output.absolute,
      (temporary) => writeStream(sealStream(plain, input.to), temporary),
      output,
    );
    const { size } = fs.statSync(output.absolute);
    return { out: output.absolute, format: format.name, recipients: input.to.length, bytes: size };
  },
});

async function bytesOf(file: string): Promise<AsyncIterable<Uint8Array>> {
  const entry = await singleFile(file).get(path.basename(file));
  return entry ? entry.read() : (async function* () {})();
}
