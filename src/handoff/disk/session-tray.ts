import type { Ledger } from "../../ledger/ledger.ts";
import type { Actor } from "../../model/event.ts";
import type { TranscriptHeader, TranscriptItem } from "../../model/transcript.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { redactorFor } from "../../runtime/redactor-for.ts";
import { changeState } from "../../state/change-state.ts";
import { keepProposals, openTray, type Tray } from "../../state/disk/tray.ts";
import { type NewProposal, type Proposed, planProposals } from "../../state/tray/propose.ts";
import type { Claim } from "../../transcripts/claims/claim.ts";
import { proposeClaims } from "../../transcripts/claims/propose-claims.ts";
import { readBrief } from "../../transcripts/claims/read-brief.ts";
import { recordSession, type SessionRecord } from "../../transcripts/claims/session-record.ts";
import type { ToolTable } from "../../transcripts/tool-names.ts";

/** A session as it was read, and what its agent's tools do. */
export interface SourceSession {
  readonly header: TranscriptHeader;
  items(): AsyncIterable<TranscriptItem>;
  readonly tools: ToolTable;
}

/** Records what was written in a session, for claims to be found in it and checked against it. */
export function readRecord({ header, items, tools }: SourceSession): Promise<SessionRecord> {
  const isSubAgent = header.sub_agent === true;
  return recordSession(header.session_id, items(), { tools, folder: header.cwd, isSubAgent });
}

/** A claim, and why its session does not bear it out, if that is so. */
type DoubtedClaim = Claim & { readonly doubt?: string };

/** Claims as proposals; one that contains a secret is none. */
export function proposalsOf(
  context: OperationContext,
  claims: readonly DoubtedClaim[],
  { source, agent }: { readonly source: string; readonly agent: string },
): readonly NewProposal[] {
  const redactor = redactorFor(context);
  return claims
    .filter(({ text }) => redactor.text(text, "") === text)
    .map(({ text, kind: slot, status, at: written_at, doubt = null, citation: place }) => {
      const citation = { agent, ...place };
      return { text, slot, status, written_at, citation, source, doubt };
    });
}

/** Puts the claims of a session that need no model into the tray of a state; none is in force by that. */
export async function proposeSession(
  context: OperationContext,
  ledger: Ledger,
  session: SourceSession,
  tray: Tray,
): Promise<Proposed> {
  const claims = proposeClaims(await readRecord(session), tray.rules.countTokens);
  const { agent } = session.header;
  const proposals = proposalsOf(context, claims, { source: "rules", agent });
  return addProposals(ledger, tray, proposals);
}

/**
 * Puts what the newest summary of a session claims into the tray, as `summaryRequest` asked for it. A summary may cite
 * only what came before it, never itself.
 */
export async function proposeSummary(
  context: OperationContext,
  ledger: Ledger,
  session: SourceSession,
  tray: Tray,
): Promise<Proposed> {
  const record = await readRecord(session);
  const summary = [...record.items.values()].findLast(({ by }) => by === "summary");
  const items = new Map([...record.items].filter(([, { place }]) => place < (summary?.place ?? 0)));
  const read = readBrief(summary?.text ?? "", { ...record, items }, tray.rules.countTokens);
  const { agent } = session.header;
  const proposals = proposalsOf(context, [...read.proven, ...read.unproven], {
    source: agent,
    agent,
  });
  return addProposals(ledger, tray, proposals);
}

async function addProposals(
  ledger: Ledger,
  { choice }: Tray,
  proposals: readonly NewProposal[],
): Promise<Proposed> {
  const { result } = await changeState(ledger, choice, (view) => planProposals(view, proposals));
  return result;
}

/** Commits the claims of a session to a state of its own, as a bundle contains one. */
export async function commitClaims(
  context: OperationContext,
  ledger: Ledger,
  session: SourceSession,
  by: Actor,
): Promise<void> {
  const tray = await openTray(context, ledger, { by });
  // A session that bears out no claim gives an empty state.
  const choice = { ...tray.choice, create: true };
  const { ids } = await proposeSession(context, ledger, session, { ...tray, choice });
  await keepProposals(ledger, tray, ids);
}
