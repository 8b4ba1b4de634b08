import * as z from "zod";
import { integer } from "../../runtime/integer.ts";
import { threadId } from "../../threads/disk/thread-id.ts";
import { shownThreadSchema, showThread } from "../../threads/show.ts";
import { showImported } from "../../threads/show-imported.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "thread show",
  summary: "Show a thread and its newest turns",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "thread.show", sets: ["threads"] },
  positionals: ["id"],
  examples: ["thread show 0197", "thread show 0197 --limit 50 --json"],
  input: z.object({
    id: threadId,
    limit: integer()
      .max(10_000)
      .default(10)
      .describe("Number of turns to show, counted from the end"),
  }),
  output: shownThreadSchema,
  run: ({ ledger }, { id, limit }) =>
    id.includes("/")
      ? showImported(ledger, id, limit)
      : ledger.read((tx) => showThread(tx, id, { limit })),
});
