import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { writeKeyPair } from "../../bundles/disk/write-key-pair.ts";
import { createKeyPair } from "../../bundles/signing/key-pair.ts";
import { createFolders } from "../../durable/files.ts";
import { userConfigFolder } from "../../runtime/config-text.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "keys new",
  summary: "Create an SSH key pair (Ed25519) that signs, seals and opens bundles",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "keys are for people", http: "keys stay with the person at the terminal" },
  positionals: ["file"],
  examples: ["keys new", "keys new ./team-key --comment 'the tide team'"],
  input: z.object({
    file: z
      .string()
      .optional()
      .describe(
        "File for the private key; the public one gets .pub (default: key in your settings)",
      ),
    comment: z
      .string()
      .regex(/^[\x20-\x7e]{0,200}$/, "must be printable ASCII")
      .default("holdall")
      .describe("Comment in the public key, such as the name of its owner"),
    force: z.boolean().default(false).describe("Create it also inside a git repository"),
  }),
  output: () =>
    z.object({
      file: z.string(),
      public_file: z.string(),
      public_key: z.string(),
      fingerprint: z.string(),
    }),
  async run({ cwd }, { file: named, comment, force }) {
    const folder = userConfigFolder();
    if (named === undefined) createFolders(folder, 0o700);
    const file = named === undefined ? path.join(folder, "key") : path.resolve(cwd, named);
    if (named !== undefined && !force) refuseInRepository(file);
    const pair = createKeyPair(comment);
    const public_file = writeKeyPair(file, pair);
    return { file, public_file, public_key: pair.publicLine, fingerprint: pair.fingerprint };
  },
});

/** Refuses a private key where `git add .` would take it, and the next push would publish it. */
function refuseInRepository(file: string): void {
  let folder = path.dirname(file);
  while (!fs.existsSync(path.join(folder, ".git"))) {
    if (path.dirname(folder) === folder) return;
    folder = path.dirname(folder);
  }
  const state = `"${folder}" is a git repository, which could publish the private key`;
  throw new HoldallError("E_PROTECTED", `Cannot create key "${file}": ${state}`, {
    cure: "leave out the file, and it is created in your settings; --force creates it here all the same",
  });
}
