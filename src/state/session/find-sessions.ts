/** Finds sessions by address, by a host's session, or by words. */

import { HoldallError } from "../../base/errors.ts";
import type { Transaction } from "../../stores/store.ts";
import { type Address, addressText } from "../address.ts";
import { addressOf, loadState } from "../load.ts";
import { showState } from "../show.ts";
import type { State } from "../state.ts";
import { type StateRow, selectAliased, selectStates } from "../tables.ts";
import { type Anchor, readAnchor } from "./anchor.ts";

/** How to select sessions. */
export interface SessionQuery {
  readonly user?: string | undefined;
  readonly session?: string | undefined;
  readonly task?: string | undefined;
  /** Words that a resumed session would show: in its address, its anchor or its entries. */
  readonly search?: string | undefined;
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
  return query.search === undefined ? sessions : matchText(tx, sessions, query.search);
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

/**
 * The sessions that contain all words. A match of the task's id counts before one of the anchor, and that before
 * one of the entries: whoever types the name of a task means that task, even if newer sessions mention it.
 */
async function matchText(
  tx: Transaction,
  sessions: readonly FoundSession[],
  search: string,
): Promise<readonly FoundSession[]> {
  const wanted = search.toLowerCase().trim();
  const byId = sessions.filter(({ row }) => row.task_id.toLowerCase().includes(wanted));
  if (byId.length > 0) return byId;
  const parts = wanted.split(/\s+/);
  const hasAll = (text: string) => parts.every((part) => text.toLowerCase().includes(part));
  const byAnchor = sessions.filter((session) => hasAll(headText(session)));
  if (byAnchor.length > 0) return byAnchor;
  const byEntries: FoundSession[] = [];
  for (const session of sessions) {
    const text = `${headText(session)}\n${await entriesText(tx, session)}`;
    if (hasAll(text)) byEntries.push(session);
  }
  return byEntries;
}

/** What a session shows above its entries. */
function headText({ row, address, anchor }: FoundSession): string {
  const { current_task, next_step, plan_pointer, last_failed_check } = anchor ?? {};
  const parts = [current_task, next_step, plan_pointer, last_failed_check, row.agent_id];
  return [addressText(address), ...parts, ...(anchor?.last_decisions ?? [])].join("\n");
}

async function entriesText(tx: Transaction, { address }: FoundSession): Promise<string> {
  const loaded = await loadState(tx, address);
  if (loaded === null) return "";
  const viewer = { namespace: loaded.state.bounds.namespace };
  const { entries } = await showState(tx, loaded.state, { archived: false, viewer });
  return entries.map(({ content }) => content).join("\n");
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
