import { HoldallError } from "../../base/errors.ts";
import { formatCount } from "../../base/text/format-count.ts";
import { loadTokenCounter } from "../../base/tokens.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { storeChoice } from "../../runtime/store-input.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import { containsConversation, type HandoffSource } from "../../sessions/source.ts";
import { type Recorded, recordedAbout } from "../../state/disk/tray.ts";
import { locateStore } from "../../stores/locate.ts";
import { type Claim, claimKinds, claimStatuses } from "../../transcripts/claims/claim.ts";
import { doubtAbout } from "../../transcripts/claims/doubt-about.ts";
import { readBrief } from "../../transcripts/claims/read-brief.ts";
import type { HandoffInput } from "./input.ts";
import { readRecord } from "./session-tray.ts";

/** By which the length of a claim is measured. */
const TOKENIZER = "o200k_base";

/** What is handed over, as what: a session has a note if its budget leaves something out, a page always has one. */
interface ClaimedHandoff {
  readonly source: HandoffSource;
  readonly form: HandoffForm;
}

/** What a handoff writes. */
export type HandoffForm = "session" | "page" | "file";

/**
 * The claims with which the note of a handoff begins: those that were given or that the named model writes, else those
 * that the workspace has about the session. Each is checked against the session as it is now, whoever wrote it and
 * whatever was said about it before: a workspace may be a stranger's, and the session may have gone on.
 */
export async function claimsFor(
  context: OperationContext,
  input: HandoffInput,
  { source, form }: ClaimedHandoff,
): Promise<readonly Claim[]> {
  const isAsked = input.claims !== undefined || input.provider !== undefined;
  const isPart = input.since !== undefined || input.until !== undefined || input.update;
  const isNoted = form === "page" || (form === "session" && input.budget !== undefined);
  if (!containsConversation(source) || isPart || !isNoted) {
    if (isAsked) refuseClaims(isPart);
    return [];
  }
  const { session, tools } = source;
  const reading = { header: session.header, items: () => session.items(), tools };
  const count = async () => {
    const counter = await loadTokenCounter(TOKENIZER);
    return (text: string) => counter.count(text);
  };
  if (isAsked) {
    const record = await readRecord(reading);
    const { writtenClaims } = await import("./brief.ts");
    const written = await writtenClaims(context, record, input);
    const { proven, checked } = readBrief(written?.text ?? "", record, await count());
    noteUnproven(context, checked.length - proven.length, proven.length);
    return proven;
  }
  const recorded = (await recordedHere(context, session.header.session_id)).flatMap(asClaim);
  if (recorded.length === 0) return [];
  const record = await readRecord(reading);
  const countTokens = await count();
  const proven = recorded.filter((claim) => doubtAbout(claim, record, countTokens) === null);
  return proven.map((claim) => {
    return { ...claim, isTyped: record.items.get(claim.citation.item)?.by === "person" };
  });
}

/** What the workspace of the folder has about a session; nothing where there is none, or it cannot be read. */
async function recordedHere(
  context: OperationContext,
  session: string,
): Promise<readonly Recorded[]> {
  if (locateStore(storeChoice(context, undefined)) === null) return [];
  try {
    return await inWorkspace(context, { effect: "read", readOnly: true }, (ledger) =>
      recordedAbout(ledger, session),
    );
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    context.note(`Claims about the session were not read from the workspace: ${error.message}`);
    return [];
  }
}

function asClaim({ text, slot, status, written_at: at, citation }: Recorded): readonly Claim[] {
  const kind = claimKinds.find((each) => each === slot) ?? "fact";
  const known = claimStatuses.find((each) => each === status);
  return known === undefined ? [] : [{ text, kind, status: known, at, citation }];
}

function noteUnproven(context: OperationContext, unproven: number, proven: number): void {
  const used = `${formatCount(proven, "claim")} of the session used`;
  const why = "`holdall brief FROM --claims -` names the reasons";
  if (unproven > 0) context.note(`${used}; ${unproven} left out as unproven (${why})`);
}

function refuseClaims(isPart: boolean): never {
  const state = isPart
    ? "only a part of the session is handed over"
    : "it has no note about the session";
  throw new HoldallError("E_USAGE", `Cannot use claims in this handoff: ${state}`, {
    cure: isPart
      ? "leave out --since, --until and --update"
      : "add --budget NUMBER, or hand over to a page (.md)",
  });
}
