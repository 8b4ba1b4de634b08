import { randomUUID } from "node:crypto";
import type { CarriedSettings, PlacedSession, SessionDraft } from "../../agents/agent.ts";
import { type AgentId, loadAgent } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import type { LossItem } from "../../model/loss.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import { earlierCopies, type HandoffRecord, listCopies } from "../../sessions/handoff-record.ts";
import type { HandoffSource } from "../../sessions/source.ts";
import { createLossTally, type LossTally } from "../../transcripts/loss-tally.ts";
import { type AdaptedConversation, adaptConversation } from "../adapt.ts";
import { type ChosenConversation, chooseInForce } from "../choose-in-force.ts";
import { fitConversation } from "../fit.ts";
import { learn } from "../learn.ts";
import { planMove } from "../move-session.ts";
import { adaptedOutcome, movedOutcome } from "../outcome.ts";
import { placeSession } from "../place-session.ts";
import type { HandoffRequest } from "../request.ts";
import type { Receiver, SessionPlan } from "../write-session.ts";
import { assertFound, receiverFolder, requestOf } from "./build-request.ts";
import { carriedSettings } from "./carried-settings.ts";
import { asksForAll, type HandoffInput } from "./input.ts";
import { createPlacementFiles, type Placement } from "./placement-files.ts";
import type { Proof } from "./proof.ts";
import type { ProvenHandoff } from "./prove.ts";
import { rehearse } from "./rehearse.ts";
import { describeHandoff, type HandoffOutput } from "./report.ts";
import { removeInterrupted } from "./undo.ts";
import { extendSession, updateSchema } from "./update.ts";
import { nothingNew, partOfUpdate, updateFor, workFolder } from "./update-request.ts";

/** The agent with this id, if sessions can be written for it. */
export async function findReceiver(context: OperationContext, id: AgentId): Promise<Receiver> {
  const agent = await loadAgent(id);
  const { writer } = agent;
  if (writer !== undefined) {
    const tools = (await writer.toolsIn?.(agentEnvironment(context))) ?? agent.tools;
    return { ...agent, tools, writer };
  }
  const state = "its sessions can be read, but not written";
  throw new HoldallError("E_USAGE", `Cannot hand over to ${agent.displayName}: ${state}`, {
    cure: "name another agent, or a path",
  });
}

/**
 * Hands a session to an agent, stage by stage. `findSource()` has read it (1). Here follow: choose what is in force (2),
 * learn from it (3), fit it to the budget (4), adapt it to the receiver (5). `placeSession()` writes (6), checks (7) and
 * registers it; for a dry run `rehearse()` does so in a temporary folder. A session that moves unchanged is planned by
 * `planMove()`; of the stages before it only header, title and sizes are used then.
 */
export async function handOffToAgent(
  context: OperationContext,
  input: HandoffInput,
  source: HandoffSource,
  receiver: Receiver,
): Promise<HandoffOutput> {
  const canMove = movesUnchanged(input, source, receiver);
  const update = await updateFor(context, input, source, { receiver, isMove: canMove });
  if (update?.outcome === "nothing new") return nothingNew(source, receiver, update, input);
  const extended = update?.outcome === "extended" ? update.record : null;
  const isMove = canMove && (update?.since ?? null) === null;
  const settings = carriedSettings(source, input, { displayName: receiver.displayName, isMove });
  const request = {
    ...(await agentRequest(context, input, { source, receiver, isMove })),
    ...partOfUpdate(update),
  };
  const cwd = await workFolder(receiver, extended, receiverFolder(context, input));
  const chosen = await chooseInForce(request);
  const learned = await learn(request, chosen);
  assertFound(chosen, learned, { source, input });
  const fitted = await fitConversation(request, chosen, learned);
  const adapted = await adaptConversation(request, { chosen, learned, fitted });

  const { plan, formLosses, reported } = await planSession(context, {
    source,
    receiver,
    isMove,
    request,
    chosen,
    adapted,
    settings,
    cwd,
    extended,
  });
  const from = { agent: source.session.header.agent, session_id: source.session_id };
  const copies = earlierCopies(agentEnvironment(context), receiver.id, from);
  const placement = { from, at: request.now, last_item: learned.last_item, extended };
  const placed = input["dry-run"]
    ? await rehearse(plan, context.progress)
    : await placeFor(context, plan, placement);
  const proof = input.prove
    ? await prove(context, { plan, placed, reported }, input["dry-run"])
    : undefined;

  const { move } = plan;
  const outcome = move === null ? adaptedOutcome(adapted, formLosses.items()) : movedOutcome(move);
  return describeHandoff({
    source,
    input,
    agent: receiver,
    cwd,
    chosen,
    learned,
    fitted,
    adapted,
    outcome,
    placed,
    settings: move === null ? null : settings,
    copies,
    update: update && updateSchema().parse(update),
    proof,
  });
}

// Loaded when it is asked for: what starts programs would cost every handoff some milliseconds.
async function prove(
  context: OperationContext,
  handoff: ProvenHandoff,
  isDry: boolean,
): Promise<Proof | undefined> {
  if (isDry) {
    context.note("--prove does nothing with --dry-run: nothing is written that could be shown");
    return undefined;
  }
  const { proveHandoff } = await import("./prove.ts");
  return proveHandoff(context, handoff);
}

/** Whether the session stays the same agent's and nothing of it is changed: then its own records move. */
function movesUnchanged(input: HandoffInput, source: HandoffSource, receiver: Receiver): boolean {
  // A sub-agent's own records identify it as one: the program would not list them as a session.
  const isSubAgent = (source.native?.session.parent_id ?? null) !== null;
  const isChanged = input.redact || input["restore-dropped"] !== undefined;
  return isOwnSession(source, receiver) && !isSubAgent && asksForAll(input) && !isChanged;
}

function isOwnSession(source: HandoffSource, receiver: Receiver): boolean {
  return source.agent?.id === receiver.id && source.native !== null;
}

interface AgentHandoff {
  readonly source: HandoffSource;
  readonly receiver: Receiver;
  readonly isMove: boolean;
}

async function agentRequest(
  context: OperationContext,
  input: HandoffInput,
  { source, receiver, isMove }: AgentHandoff,
): Promise<HandoffRequest> {
  return {
    ...(await requestOf(context, input, source)),
    to: receiver,
    // A session that moves unchanged keeps its thinking as its own agent wrote it.
    thinking: input.thinking && !isMove,
    redact: input.redact || !(isOwnSession(source, receiver) || input["no-redact"]),
    keepsSealed: isMove,
    window: receiver.contextWindow,
  };
}

interface PlanParts extends AgentHandoff {
  readonly request: HandoffRequest;
  readonly chosen: ChosenConversation;
  readonly adapted: AdaptedConversation;
  readonly settings: CarriedSettings;
  readonly cwd: string;
  /** The session that is replaced by a longer one; null for a new one. */
  readonly extended: HandoffRecord | null;
}

interface PlannedSession {
  readonly plan: SessionPlan;
  /** What the receiver's form cannot express: complete when the session is written. */
  readonly formLosses: LossTally;
  /** The places of these losses. */
  readonly reported: ReadonlySet<string>;
}

/** Plans what is written and where: a draft of the conversation, or the session's own records if it moves unchanged. */
async function planSession(
  context: OperationContext,
  { source, receiver, isMove, request, chosen, adapted, settings, cwd, extended }: PlanParts,
): Promise<PlannedSession> {
  const formLosses = createLossTally();
  const reported = new Set<string>();
  const onLoss = (loss: LossItem) => {
    formLosses.add(loss);
    reported.add(loss.where);
  };
  const drafted = { adapted, cwd, now: request.now, session_id: extended?.session_id, onLoss };
  const draft = await draftSession(context, receiver, drafted);
  const target =
    extended?.path ?? (await receiver.writer.targetPath(draft, agentEnvironment(context)));
  const native = isMove ? source.native : null;
  const moving = { session: source.session, chosen, receiver, draft, target, settings };
  const move = native === null ? null : await planMove(native, moving);
  const own = { draft: move?.draft ?? draft, units: move?.units ?? adapted.units };
  return { plan: { receiver, target, move, ...own }, formLosses, reported };
}

interface DraftParts {
  readonly adapted: AdaptedConversation;
  readonly cwd: string;
  readonly now: Date;
  /** The id of a session that is extended; a new one for any other. */
  readonly session_id: string | undefined;
  /** Where the receiver's writer reports what its form cannot express. */
  readonly onLoss: SessionDraft["loss"];
}

async function draftSession(
  context: OperationContext,
  { writer }: Receiver,
  { adapted, cwd, now, session_id, onLoss }: DraftParts,
): Promise<SessionDraft> {
  return {
    header: adapted.header,
    items: adapted.items,
    session_id: session_id ?? writer.newSessionId(randomUUID, now),
    cwd,
    title: adapted.title,
    note: adapted.note,
    now,
    settings: await writer.readSettings(agentEnvironment(context)),
    // What a form cannot express is part of the conversation, unless the writer says otherwise.
    loss: (loss) => onLoss({ scope: "conversation", ...loss }),
  };
}

interface PlacementParts extends Pick<Placement, "from" | "at" | "last_item"> {
  /** The session that is replaced by a longer one; null for a new one. */
  readonly extended: HandoffRecord | null;
}

/** Places the session in the receiver's store, under a record from which it can be undone. */
async function placeFor(
  context: OperationContext,
  plan: SessionPlan,
  { extended, ...placement }: PlacementParts,
): Promise<PlacedSession> {
  await removeInterrupted(context);
  if (extended !== null) return extendSession(context, plan, extended, placement);
  const environment = agentEnvironment(context);
  const { receiver, draft } = plan;
  const { session_id } = draft;
  // A copy that is handed on keeps the title of the first session.
  const title = listCopies(environment).get(placement.from.session_id)?.title ?? draft.title;
  const record = { agent: receiver.id, session_id, title, ...placement };
  const files = createPlacementFiles(environment, record, context.progress);
  return placeSession({ ...plan, environment, files });
}
