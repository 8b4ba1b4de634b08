import type { Transaction } from "../../stores/store.ts";
import { stateIdOf } from "../address.ts";
import { currentAddress } from "../load.ts";
import { selectTotals } from "../tables.ts";
import { type FoundSession, findSessions, type SessionQuery } from "./find-sessions.ts";

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
