import { HoldallError } from "../../base/errors.ts";
import type { Transaction } from "../../stores/store.ts";
import type { Address } from "../address.ts";
import { addressOf } from "../load.ts";
import type { State } from "../state.ts";
import { type StateRow, selectAliased, selectStates } from "../tables.ts";
import { type Anchor, readAnchor } from "./anchor.ts";

/** How to select sessions. */
export interface SessionQuery {
  readonly user?: string | undefined;
  readonly session?: string | undefined;
  readonly task?: string | undefined;
  /** Words of the task: of its id, or of what its anchor says. */
  readonly words?: string | undefined;
  /** A host's own session, for which an alias was recorded. */
  readonly host?: { readonly name: string; readonly session: string } | undefined;
}

/** A session that matches. */
export interface FoundSession {
  readonly row: StateRow;
  readonly address: Address;
  readonly anchor: Anchor | null;
}

/** The sessions that match a query, the last changed first. Parts that are not named match any. */
export async function findSessions(
  tx: Transaction,
  query: SessionQuery,
): Promise<readonly FoundSession[]> {
  const rows = await selectStates(tx);
  if (query.host !== undefined) {
    const aliased = await selectAliased(tx, query.host.name, query.host.session);
    return withAnchors(
      tx,
      rows.filter(({ state_id }) => state_id === aliased),
    );
  }
  const matches = (wanted: string | undefined, part: string) =>
    wanted === undefined || wanted.trim() === "" || wanted.trim() === part;
  const named = rows.filter(
    (row) =>
      matches(query.user, row.user_id) &&
      matches(query.session, row.session_id) &&
      matches(query.task, row.task_id),
  );
  const sessions = await withAnchors(tx, named);
  return query.words === undefined ? sessions : matchWords(sessions, query.words);
}

async function withAnchors(
  tx: Transaction,
  rows: readonly StateRow[],
): Promise<readonly FoundSession[]> {
  const sessions: FoundSession[] = [];
  for (const row of rows) {
    sessions.push({ row, address: addressOf(row), anchor: await readAnchor(tx, row.anchor) });
  }
  return sessions;
}

/** By the task's id first, then by what the anchor says. */
function matchWords(sessions: readonly FoundSession[], words: string): readonly FoundSession[] {
  const wanted = words.toLowerCase().trim();
  const byId = sessions.filter(({ row }) => row.task_id.toLowerCase().includes(wanted));
  if (byId.length > 0) return byId;
  const parts = wanted.split(/\s+/);
  return sessions.filter(({ anchor }) => {
    const text = `${anchor?.current_task ?? ""}\n${anchor?.next_step ?? ""}`.toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}

/** What the agent that resumes can take. */
export interface Consumer {
  /** Slots that it knows; default: any. */
  readonly slots?: readonly string[] | undefined;
  /** Tokens that it can take; default: any number. */
  readonly budget?: number | undefined;
}

/** Refuses a state that the agent could only take in part, and gives every reason. */
export function requireCompatible(state: State, { slots, budget }: Consumer): void {
  const { bounds } = state;
  const missing =
    slots === undefined
      ? []
      : bounds.slots.map(({ name }) => name).filter((name) => !slots.includes(name));
  const isLarger = budget !== undefined && bounds.budget_tokens > budget;
  if (missing.length === 0 && !isLarger) return;
  const reasons = [
    ...missing.map((name) => `slot "${name}" is not supported`),
    ...(isLarger
      ? [`its budget is ${bounds.budget_tokens} tokens, more than the ${budget} allowed`]
      : []),
  ];
  const details = {
    missing_slots: missing,
    budget_tokens: bounds.budget_tokens,
    budget: budget ?? null,
  };
  throw new HoldallError("E_INCOMPATIBLE", `Cannot resume the state: ${reasons.join("; ")}`, {
    cure: "add the slots or raise the budget; nothing was changed",
    findings: reasons.map((message) => ({
      severity: "error",
      code: "E_INCOMPATIBLE",
      file: null,
      pointer: null,
      line: null,
      message,
      details,
    })),
  });
}
