import * as z from "zod";
import { openBundle } from "../../../curator/disk/read/open-bundle.ts";
import { checkIdentity } from "../../../curator/identity/identity.ts";
import { findingSchema } from "../../../runtime/output-schemas.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { placeInput, responsibilityId } from "../input.ts";

export default defineOperation({
  name: "context identity check",
  summary: "Check that the golden identity is complete and signed by a person",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.identity_check", sets: ["context"] },
  positionals: ["id"],
  examples: ["context identity check docs_cos"],
  input: z.object({ id: responsibilityId.describe("Responsibility"), ...placeInput }),
  output: () =>
    z.object({
      ok: z.boolean(),
      responsibility_id: z.string(),
      /** Whether a deadline in the manifest still allows work without it. */
      legacy: z.boolean(),
      sha256: z.string().nullable(),
      findings: z.array(findingSchema()),
    }),
  async run(context, input) {
    const { files, at } = await openBundle(context, input);
    const { isUsable, isLegacy, sha256, findings } = checkIdentity(files, at);
    return {
      ok: isUsable,
      responsibility_id: input.id,
      legacy: isLegacy,
      sha256,
      findings: [...findings],
    };
  },
  exitCode: ({ ok }) => (ok ? 0 : 3),
});
