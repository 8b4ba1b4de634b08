import * as z from "zod";
import type { Ledger } from "../../ledger/ledger.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { stateIdOf } from "../../state/address.ts";
import { currentAddress } from "../../state/load.ts";
import {
  type FoundSession,
  findSessions,
  type SessionQuery,
} from "../../state/session/find-sessions.ts";
import { sessionSchema } from "../../state/session/session-result.ts";
import { selectTotals } from "../../state/tables.ts";
import type { Transaction } from "../../stores/store.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { addressAliases, addressInput } from "../state/input.ts";

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
  output: () => z.object({ sessions: z.array(sessionSchema()) }),
  run: (context, { store, ...query }) =>
    inWorkspace(context, { store, effect: "read" }, (ledger: Ledger) =>
      ledger.read(async (tx) => ({ sessions: await listSessions(tx, query) })),
    ),
});

/** The sessions that match a query, as operations output them. */
export async function listSessions(tx: Transaction, query: SessionQuery) {
  return describeSessions(tx, await findSessions(tx, query));
}

/** Sessions as operations output them. */
export async function describeSessions(tx: Transaction, found: readonly FoundSession[]) {
  const totals = new Map((await selectTotals(tx)).map((each) => [each.state_id, each]));
  const current = stateIdOf(await currentAddress(tx));
  return found.map(({ row, address, anchor }) => {
    const total = totals.get(row.state_id);
    return {
      user_id: address.user,
      session_id: address.session,
      task_id: address.task,
      is_current: row.state_id === current,
      created_at: row.created_at,
      updated_at: row.updated_at,
      checkpoint_at: row.checkpoint_at,
      agent_id: row.agent_id,
      current_task: anchor?.current_task ?? null,
      entry_count: Number(total?.n ?? 0),
      token_count: Number(total?.tokens ?? 0),
      budget_tokens: Number(JSON.parse(row.bounds).budget_tokens),
      head_seq: row.head_seq,
      state_hash: row.state_hash,
    };
  });
}
