import { isObject } from "../../base/json/value.ts";
import { readTexts } from "../../ledger/text-lookup.ts";
import { isTextRef, type LedgerEvent } from "../../model/event.ts";
import type { Engine, Transaction } from "../../stores/store.ts";
import { isUnprovenId, type Proposal, proposalId, proposalSchema } from "../proposal.ts";

/** The table of proposals, with those that were decided about: they are not made again. */
export function createProposalTable({ text, integer }: Engine["types"]): readonly string[] {
  return [
    `create table state_proposals (
      state_id ${text} not null, id ${text} not null, pos ${integer} not null, session ${text} not null,
      body ${text} not null, decision ${text}, primary key (state_id, id))`,
  ];
}

/** Records what an event says about proposals; a body that is none of ours is ignored. */
export function applyToProposals(tx: Transaction, event: LedgerEvent, state_id: string): void {
  const { type, body, pos } = event;
  const { proposal: id, citation, decision } = body;
  if (typeof id !== "string") return;
  if (type === "state_proposed" && isObject(citation) && typeof citation.session === "string") {
    tx.write(
      `insert into state_proposals (state_id, id, pos, session, body) values (?, ?, ?, ?, ?)
       on conflict do nothing`,
      [state_id, id, pos, citation.session, JSON.stringify(body)],
    );
  }
  if (type === "state_reviewed" && typeof decision === "string") {
    tx.write("update state_proposals set decision = ? where state_id = ? and id = ?", [
      decision,
      state_id,
      id,
    ]);
  }
}

/** A proposal as it is stored, whatever was decided about it. */
type ProposalRow = {
  readonly id: string;
  readonly session: string;
  readonly body: string;
  readonly decision: string | null;
};

/** The ids of everything that was ever proposed to a state, and how many of each session wait, by whether they are proven. */
export async function selectProposed(tx: Transaction, state_id: string) {
  const rows = await tx.all<Pick<ProposalRow, "id" | "session" | "decision">>(
    "select id, session, decision from state_proposals where state_id = ?",
    [state_id],
  );
  const waiting = { proven: new Map<string, number>(), unproven: new Map<string, number>() };
  for (const { id, session, decision } of rows) {
    const counts = isUnprovenId(id) ? waiting.unproven : waiting.proven;
    if (decision === null) counts.set(session, (counts.get(session) ?? 0) + 1);
  }
  return { ids: new Set(rows.map(({ id }) => id)), waiting };
}

/** The proposals that wait for a decision, oldest first; nothing is unproven that was proven since. */
export async function selectWaiting(
  tx: Transaction,
  state_id: string,
): Promise<readonly Proposal[]> {
  const rows = await tx.all<ProposalRow>(
    `select id, session, body, decision from state_proposals
     where state_id = ? and decision is null order by pos, id`,
    [state_id],
  );
  const bodies = rows.map(({ id, body }) => ({ ...JSON.parse(body), id }));
  const refs = bodies.map(({ content }) => content).filter(isTextRef);
  const texts = await readTexts(
    tx,
    refs.map(({ sha256 }) => sha256),
  );
  const found = bodies.flatMap(({ content, ...body }) => {
    const text = isTextRef(content) ? texts.require(content.sha256) : null;
    const parsed = proposalSchema.safeParse({ ...body, text });
    return parsed.success ? [parsed.data] : [];
  });
  const { ids } = await selectProposed(tx, state_id);
  return found.filter(
    ({ text, doubt }) => doubt === null || !ids.has(proposalId({ text, doubt: null })),
  );
}
