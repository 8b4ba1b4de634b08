import * as z from "zod";
import { readStatus } from "../../ledger/status.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "status",
  summary: "Show the contents, the size and the health of the workspace",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "workspace.status", sets: ["verify", "threads"] },
  positionals: [],
  examples: ["status"],
  input: z.object({}),
  output: () =>
    z.object({
      ok: z.boolean(),
      location: z.string(),
      engine: z.string(),
      bytes: z.number(),
      events: z.number(),
      /** Streams and their events, by kind. */
      streams: z.record(z.string(), z.object({ streams: z.number(), events: z.number() })),
      texts: z.number(),
      redacted: z.number(),
      artifacts: z.object({ count: z.number(), bytes: z.number() }),
      leases: z.object({ live: z.number(), expired: z.number() }),
      /** Rows of the tables that follow the ledger. */
      tables: z.record(z.string(), z.number()),
      last_at: z.string().nullable(),
    }),
  run: async ({ ledger }) => {
    const { last_at, ...status } = await readStatus(ledger);
    const { location, engine } = ledger.store;
    const bytes = await ledger.store.size();
    return { location, engine: engine.name, bytes, ...status, last_at };
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
