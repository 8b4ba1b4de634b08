import * as z from "zod";
import type { Ledger } from "../../ledger/ledger.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { addressAliases, addressInput } from "../../state/disk/settings/state-input.ts";
import { listSessions } from "../../state/session/list-sessions.ts";
import { sessionResultSchema } from "../../state/session/session-result.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "session list",
  summary:
    "List the states of the workspace with their task, size and last checkpoint (for conversations of agents: holdall sessions)",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.session.list",
    sets: ["state"],
    summary: "List the states of the workspace with their task, size and last checkpoint",
    parameterNames: addressAliases,
  },
  positionals: [],
  examples: ["session list", "session list --task api --json"],
  input: z.object({ ...addressInput, ...storeInput }),
  output: () => z.object({ sessions: z.array(sessionResultSchema()) }),
  run: (context, { store, ...query }) =>
    inWorkspace(context, { store, effect: "read" }, (ledger: Ledger) =>
      ledger.read(async (tx) => ({ sessions: await listSessions(tx, query) })),
    ),
});
