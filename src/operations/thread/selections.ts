import * as z from "zod";
import { selectionStatus } from "../../threads/selections.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { integer } from "../operation/integer.ts";
import { inWorkspace, storeInput } from "../operation/workspace.ts";
import { threadId } from "./input.ts";

export default defineOperation({
  name: "thread selections",
  summary: "Show what recent compiles decided, the newest first",
  effect: "read",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.selections", sets: ["threads"] },
  positionals: ["id"],
  examples: ["thread selections 0197 --limit 3"],
  input: z.object({
    id: threadId,
    limit: integer().default(10).describe("How many to show, 50 at most"),
    ...storeInput,
  }),
  output: () =>
    z.object({
      thread_id: z.string(),
      decisions: z.array(z.looseObject({ seq: z.number(), timestamp_ms: z.number() })),
    }),
  run: (context, { id, limit, store }) =>
    inWorkspace(context, { store, effect: "read" }, async (ledger) => {
      const status = await ledger.read((tx) => selectionStatus(tx, id, limit));
      return { ...status, decisions: status.decisions.map((decision) => ({ ...decision })) };
    }),
});
