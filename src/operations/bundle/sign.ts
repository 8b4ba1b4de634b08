/**
 * Signs a bundle: writes SHA256SUMS and a signature over it. The bundle must be valid, and a file
 * that an existing list does not mention is refused, because the signer might not know of it.
 */

import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { readingInput, readPath } from "../../bundles/disk/open-path.ts";
import { requireListed, writeSumsFile } from "../../bundles/disk/sign-bundle.ts";
import { KEY_HELP, sumsSigner } from "../../bundles/disk/sums-signer.ts";
import { requireValid } from "../../bundles/read-bundle.ts";
import { verifySignature } from "../../bundles/signing/verify.ts";
import { computeSums, SUMS_FILE, SUMS_SIGNATURE } from "../../bundles/sums.ts";
import { exists } from "../../disk/write-atomically.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "sign",
  summary: "Sign a bundle's SHA256SUMS with an SSH key",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: {
    mcp: "a model must not sign in a person's name",
    http: "keys stay with the person at the terminal",
  },
  positionals: ["path"],
  examples: ["sign ./bundle --key ~/.ssh/id_ed25519"],
  input: z.object({
    path: z.string().describe("Bundle folder"),
    key: z.string().describe(KEY_HELP),
    force: z.boolean().default(false).describe("Replace an earlier signature"),
    ...readingInput,
  }),
  output: () =>
    z.object({
      signature: z.string(),
      files: z.number(),
      key_type: z.string(),
      fingerprint: z.string(),
    }),
  async run(context, input) {
    const reading = await readPath(context, input.path, input, {
      profile: "lenient",
      level: "full",
    });
    if (reading.container !== "folder") {
      throw new HoldallError("E_USAGE", `Cannot sign "${input.path}": it is not a folder`, {
        cure: "unpack it first, sign the folder, then pack it",
      });
    }
    const signatureFile = path.join(reading.absolute, SUMS_SIGNATURE);
    if (exists(signatureFile) && !input.force) {
      throw new HoldallError("E_EXISTS", `Cannot sign "${input.path}": it is already signed`, {
        cure: "add --force to replace the signature",
      });
    }
    requireValid(reading, `sign "${input.path}"`);
    requireListed(reading, `sign "${input.path}"`);
    const sums = await computeSums(reading.files);
    const message = new TextEncoder().encode(sums);
    const armored = await sumsSigner(context, input.key)(message);
    const check = verifySignature({ message, armored, now: context.now() });
    await writeSumsFile(path.join(reading.absolute, SUMS_FILE), sums);
    await writeSumsFile(signatureFile, armored);
    return {
      signature: signatureFile,
      files: sums.split("\n").length - 1,
      key_type: check.keyType ?? "",
      fingerprint: check.fingerprint ?? "",
    };
  },
});
