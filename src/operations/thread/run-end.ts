/**
 * Ends a run. With a response id, the provider's cursor is recorded too, but only for a completed
 * run: a provider cannot continue an answer that failed.
 */

import * as z from "zod";
import { cursorSet } from "../../threads/cursors.ts";
import { findRun } from "../../threads/find.ts";
import { endRun, requireOpenRun } from "../../threads/runs.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "thread run end",
  summary: "Record how a run ended",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "thread.run.end",
    title: "End a run",
    sets: ["threads"],
    summary: "Record how a run ended that thread.run.begin started",
  },
  positionals: ["run"],
  examples: [
    "thread run end 01a1 --reason completed",
    'thread run end 01a1 --reason provider_error --error "the stream broke off"',
  ],
  input: z.object({
    run: z.string().min(1).describe("Run id, or a unique prefix of it"),
    reason: z
      .string()
      .min(1)
      .describe("completed, cancelled, provider_error, invalid_request, or any other reason"),
    error: z.string().optional().describe("Error message to record"),
    "response-id": z
      .string()
      .optional()
      .describe("Response id of the provider, recorded as its cursor"),
    provider: z.string().default("openresponses").describe("Provider of the cursor"),
    endpoint: z.string().optional().describe("Endpoint of the provider"),
    model: z.string().optional().describe("Model that was used"),
  }),
  output: () =>
    z.object({
      thread_id: z.string(),
      message_id: z.string(),
      run_session_id: z.string(),
      reason: z.string(),
      cursor_set: z.boolean(),
    }),
  run: ({ ledger, actor }, { run: id, reason, error, ...input }) =>
    ledger.write(async (unit) => {
      const run = await findRun(unit.tx, id);
      requireOpenRun(run);
      const response_id = input["response-id"];
      const { provider, endpoint, model } = input;
      // Only a completed answer can be continued.
      const before =
        reason === "completed" && response_id !== undefined
          ? [cursorSet(run, { response_id, provider, endpoint, model }, actor)]
          : [];
      const fault = error === undefined ? {} : { error: { code: reason, message: error } };
      await endRun(unit, run, { reason, actor, before, ...fault });
      const { thread_id, message_id, run_session_id } = run;
      return { thread_id, message_id, run_session_id, reason, cursor_set: before.length > 0 };
    }),
});
