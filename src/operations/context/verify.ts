import * as z from "zod";
import { verifiedSchema, verifyResponsibility } from "../../curator/disk/read/verify.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

export default defineOperation({
  name: "context verify",
  summary: "Check that curated files are those that were recorded, back to the first refresh",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.verify", sets: ["context"] },
  positionals: ["id"],
  examples: ["context verify docs_cos"],
  input: z.object({ id: responsibilityId.describe("Responsibility"), ...placeInput }),
  output: verifiedSchema,
  run: verifyResponsibility,
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
