import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { noteInMemory } from "../../../curator/disk/mandates/note-memory.ts";
import { openBundle } from "../../../curator/disk/read/open-bundle.ts";
import { checkIdentity, identityPath, signIdentity } from "../../../curator/identity/identity.ts";
import { pathInside } from "../../../disk/path-inside.ts";
import { replaceOwnFile } from "../../../disk/replace-text-file.ts";
import { findingSchema } from "../../../runtime/output-schemas.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { placeInput, responsibilityId } from "../input.ts";

export default defineOperation({
  name: "context identity sign",
  summary: "Sign the golden identity of a role, who it is and how it decides, as it is now",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "a person signs the identity", http: "a person signs the identity" },
  positionals: ["id"],
  examples: ["context identity sign docs_cos --by user:ann"],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    by: z
      .string()
      .regex(/^user:[A-Za-z0-9._@-]{1,120}$/, { error: "must be a person, as user:NAME" })
      .describe("Who signs, as user:NAME"),
    ...placeInput,
  }),
  output: () =>
    z.object({
      responsibility_id: z.string(),
      approved_by: z.string(),
      sha256: z.string(),
      /** What should be mended, although it could be signed. */
      findings: z.array(findingSchema()),
    }),
  async run(context, input) {
    const { files, root, at } = await openBundle(context, input);
    const file = identityPath(files);
    const text = files.read(file);
    if (text === null) {
      throw new HoldallError(
        "E_NOT_FOUND",
        `Cannot sign the identity of "${input.id}": no "${file}"`,
      );
    }
    const signed = signIdentity(text, { by: input.by, at });
    const { isUsable, isLegacy, sha256, findings } = checkIdentity(files, at, signed);
    if (!isUsable || isLegacy || sha256 === null) {
      throw new HoldallError(
        "E_IDENTITY",
        `Cannot sign the identity of "${input.id}": it is not complete`,
        { findings },
      );
    }
    replaceOwnFile(pathInside(root, file), signed);
    const facts = { responsibility: input.id, by: input.by, identity: `sha256:${sha256}` };
    await noteInMemory(context, {
      ...input,
      line: { kind: "decision", facts, text: "signed the golden identity" },
    });
    return {
      responsibility_id: input.id,
      approved_by: input.by,
      sha256,
      findings: [...findings],
    };
  },
});
