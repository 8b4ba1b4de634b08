import * as z from "zod";
import { jsonValue } from "../../model/json-values.ts";
import { integer } from "../../runtime/integer.ts";
import { threadId } from "../../threads/disk/thread-id.ts";
import { selectionStatus } from "../../threads/selections.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "thread selections",
  summary: "Show what recent compiles selected, newest first",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.selections", sets: ["threads"] },
  positionals: ["id"],
  examples: ["thread selections 0197 --limit 3"],
  input: z.object({
    id: threadId,
    limit: integer().default(10).describe("Number of compiles to show (at most 50)"),
  }),
  output: () =>
    z.object({
      thread_id: z.string(),
      /** As recorded; those of an imported log may have fewer or other keys. */
      decisions: z
        .array(
          z.looseObject({
            seq: z.number(),
            timestamp_ms: z.number(),
            message_id: jsonValue().optional(),
            compiler_strategy: jsonValue().optional(),
            reason: jsonValue().optional(),
            omitted: jsonValue().optional(),
            resets: jsonValue().optional(),
          }),
        )
        .readonly(),
    }),
  run: ({ ledger }, { id, limit }) => ledger.read((tx) => selectionStatus(tx, id, limit)),
});
