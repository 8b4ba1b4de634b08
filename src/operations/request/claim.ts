import * as z from "zod";
import { actIn } from "../../curator/disk/record/acting.ts";
import { claimTogether } from "../../curator/disk/record/claim-together.ts";
import { requestSchema } from "../../curator/requests/tables/rows.ts";
import { integer } from "../../runtime/integer.ts";
import { actingAliases, actingInput, responsibilityId } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "request claim",
  summary: "Accept the next pending requests of a responsibility for a worker",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "request.claim", sets: ["requests", "context"] },
  positionals: ["id"],
  aliases: actingAliases,
  examples: ["request claim docs_cos --limit 5 --as worker-1"],
  input: z.object({
    id: responsibilityId.describe("Responsibility whose requests are claimed"),
    limit: integer(1).max(1000).default(1).describe("Maximum number of requests"),
    ...actingInput,
  }),
  output: () => z.object({ requests: z.array(requestSchema()) }),
  run: (context, { id, limit, ...input }) =>
    actIn(context, input, "write", async (where) => {
      return { requests: [...(await claimTogether(where, { target: id, limit }))] };
    }),
});
