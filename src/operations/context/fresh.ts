import * as z from "zod";
import { checkAllFresh } from "../../curator/disk/mandates/check-fresh.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

export default defineOperation({
  name: "context fresh",
  summary: "Check whether curated files are up to date (--fix: refresh those that are not)",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.fresh", sets: ["context"] },
  positionals: ["id"],
  examples: ["context fresh docs_cos", "context fresh --fix"],
  input: z.object({
    id: responsibilityId.optional().describe("Responsibility (default: all)"),
    fix: z.boolean().default(false).describe("Refresh what is stale"),
    ...placeInput,
  }),
  output: () =>
    z.object({
      fresh: z.boolean(),
      responsibilities: z.array(
        z.object({
          responsibility_id: z.string(),
          fresh: z.boolean(),
          /** Inputs that changed since the files were made. */
          stale: z.array(z.string()),
          refreshed: z.boolean(),
        }),
      ),
    }),
  run: checkAllFresh,
  exitCode: ({ fresh }) => (fresh ? 0 : 4),
});
