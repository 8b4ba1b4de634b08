import * as z from "zod";
import { isAgentId } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Actor } from "../../model/event.ts";
import { askNamed } from "../../models/model-input.ts";
import { userConfigFor } from "../../runtime/config.ts";
import { readIncoming } from "../../runtime/incoming.ts";
import { integer } from "../../runtime/integer.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { redactorFor } from "../../runtime/redactor-for.ts";
import { resolveSession } from "../../sessions/agent-sessions.ts";
import { findNamedSession } from "../../sessions/named-source.ts";
import { sessionInput } from "../../sessions/session-input.ts";
import { changeState } from "../../state/change-state.ts";
import { keepProposals, openTray, type Tray } from "../../state/disk/tray.ts";
import { planProposals } from "../../state/tray/propose.ts";
import { BRIEF_INSTRUCTIONS, citableItems } from "../../transcripts/claims/brief-request.ts";
import {
  type CheckedClaim,
  checkedClaimSchema,
  readBrief,
} from "../../transcripts/claims/read-brief.ts";
import type { SessionRecord } from "../../transcripts/claims/session-record.ts";
import { type ClaimsInput, claimsInput } from "./claims-input.ts";
import { proposalsOf, readRecord, type SourceSession } from "./session-tray.ts";

/** The request for claims about a session: what is asked, and the items that may be cited, without secrets. */
function briefRequest(
  context: OperationContext,
  record: SessionRecord,
  budget: number,
): { readonly instructions: string; readonly items: string } {
  const redactor = redactorFor(context);
  redactor.learn([...record.items.values()].map(({ text }) => text));
  const redact = (text: string) => redactor.text(text, "");
  return { instructions: BRIEF_INSTRUCTIONS, items: citableItems(record, { budget, redact }) };
}

/** Tokens of items that a hook shows: whoever summarises has the conversation, and needs their numbers only. */
const SUMMARY_BUDGET = 1500;

/** The request for claims as a part of a summary. */
export async function summaryRequest(
  context: OperationContext,
  session: SourceSession,
): Promise<string> {
  const { instructions, items } = briefRequest(context, await readRecord(session), SUMMARY_BUDGET);
  return `End the summary with a section "Claims", inside the summary, that answers this request:\n${instructions}\n\n${items}`;
}

/** Tokens of the items that a model is shown. */
const ITEMS_BUDGET = 12_000;

/** An answer to the request for claims, and who wrote it where that is known. */
interface WrittenClaims {
  readonly text: string;
  readonly model: string | null;
}

/** The answer to the request for claims: what was typed, or what the named model says; null when there is neither. */
export async function writtenClaims(
  context: OperationContext,
  record: SessionRecord,
  input: ClaimsInput & { readonly itemTokens?: number },
): Promise<WrittenClaims | null> {
  const { claims, itemTokens = ITEMS_BUDGET } = input;
  const ask = await askNamed(context, input);
  if (ask === null) {
    const text = claims === "-" ? await readIncoming(context) : claims;
    return text === undefined ? null : { text, model: null };
  }
  const { instructions, items } = briefRequest(context, record, itemTokens);
  const content = `${items}\nAnswer now, with the JSON lines alone.`.toWellFormed();
  return ask([
    { type: "message", role: "system", content: instructions },
    { type: "message", role: "user", content },
  ]);
}

/** What became of claims that somebody wrote about a session. */
interface TakenBrief {
  readonly checked: readonly CheckedClaim[];
  readonly proposed: z.infer<typeof briefedSchema>;
}

/** How many claims are new in the tray, by whether they are proven, were proposed before, and are in force. */
const briefedSchema = z.object({
  new: z.number(),
  unproven: z.number(),
  known: z.number(),
  kept: z.number(),
});

/** An answer, who wrote it about whose session, and whether its proven claims are kept without a review. */
interface BriefAnswer {
  readonly text: string;
  readonly source: string;
  readonly agent: string;
  readonly isKept: boolean;
}

/** Checks claims that somebody wrote about a session and puts them into the tray, those that it does not bear out as unproven. */
async function takeBrief(
  context: OperationContext,
  ledger: Ledger,
  { text, isKept, ...about }: BriefAnswer,
  { record, tray }: { readonly record: SessionRecord; readonly tray: Tray },
): Promise<TakenBrief> {
  const { checked, proven, unproven } = readBrief(text, record, tray.rules.countTokens);
  const proposals = proposalsOf(context, [...proven, ...unproven], about);
  const { result } = await changeState(ledger, tray.choice, (view) =>
    planProposals(view, proposals),
  );
  const kept = isKept ? await keepProposals(ledger, tray, result.ids) : 0;
  const { ids, ...counts } = result;
  return { checked, proposed: { new: ids.length, ...counts, kept } };
}

/** Options of a brief: whose session, who writes, and what becomes of what is proven. */
export const briefInput = {
  ...sessionInput,
  ...claimsInput("Claims to check", "print the request"),
  budget: integer(500)
    .max(200_000)
    .default(ITEMS_BUDGET)
    .describe("Maximum tokens of items to cite"),
  yes: z
    .boolean()
    .default(false)
    .describe("Keep proven claims that contradict no entry, without a review")
    .meta({ by: "terminal" }),
};

/** What a brief came to: the request, or what became of the claims. */
export const briefOutput = () =>
  z.object({
    agent: z.string(),
    session_id: z.string(),
    /** The text to answer; null when claims were checked. */
    request: z.string().nullable(),
    checked: z.array(checkedClaimSchema).readonly(),
    proposed: briefedSchema.nullable(),
  });

/** Writes the request for claims about a session, or checks claims and proposes those that it bears out. */
export async function runBrief(
  context: OperationContext,
  ledger: Ledger,
  input: z.infer<z.ZodObject<typeof briefInput>> & { readonly by: Actor },
): Promise<z.infer<ReturnType<typeof briefOutput>>> {
  const { from, session: named, budget, by } = input;
  const isKept = input.yes || userConfigFor(context).hooks.keep_proven_claims;
  const { agent, session } = await sessionFor(context, from, named);
  const reading = { ...(await agent.read(await agent.open(session))), tools: agent.tools };
  const record = await readRecord(reading);
  const place = { agent: agent.id, session_id: session.id };
  const answer = await writtenClaims(context, record, { ...input, itemTokens: budget });
  if (answer === null) {
    const { instructions, items } = briefRequest(context, record, budget);
    return { ...place, request: `${instructions}\n\n${items}`, checked: [], proposed: null };
  }
  const { text, model } = answer;
  const written = { text, source: model ?? by.id, agent: agent.id, isKept };
  const tray = await openTray(context, ledger, { by });
  const taken = await takeBrief(context, ledger, written, { record, tray });
  return { ...place, request: null, ...taken };
}

/** A caller that is bound to folders may name an agent only: the session that it works in is its newest one. */
async function sessionFor(context: OperationContext, from: string, session: string | undefined) {
  if (context.roots === null) return findNamedSession(context, from, session);
  if (isAgentId(from) && session === undefined) return resolveSession(context, from, undefined);
  throw new HoldallError("E_USAGE", `Cannot read "${from}": name an agent, such as claude`);
}
