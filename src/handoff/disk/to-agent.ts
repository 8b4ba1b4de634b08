import { randomUUID } from "node:crypto";
import type { PlannedSession } from "../../agents/agent.ts";
import { type AgentId, loadAgent } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import { earlierCopies, type HandoffRecord, listCopies } from "../../sessions/handoff-record.ts";
import type { HandoffSource } from "../../sessions/source.ts";
import type { AdaptedConversation } from "../adapt.ts";
import { planMove, type SessionMove } from "../move-session.ts";
import { adaptedOutcome, movedOutcome } from "../outcome.ts";
import { placeSession } from "../place-session.ts";
import type { HandoffRequest, Transfer } from "../request.ts";
import type { HandedOverSession, Receiver, SessionPlan } from "../write-session.ts";
import { receiverFolder, requestOf } from "./build-request.ts";
import { chooseCarriedSettings } from "./carried-settings.ts";
import { type HandoffInput, keepsSessionAsIs } from "./input.ts";
import { createPlacementFiles, type Placement } from "./placement-files.ts";
import { prepareConversation } from "./prepare-conversation.ts";
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
 * Hands a session to an agent, stage by stage. `findSource()` has read it (1). `prepareConversation()` chooses what is in
 * force (2), learns from it (3), fits it to the budget (4) and adapts it to the receiver (5). `placeSession()` writes (6),
 * checks (7) and registers it; for a dry run `rehearse()` does so in a temporary folder. A session that moves unchanged is
 * planned by `planMove()`; of the stages before it only header, title and sizes are used then.
 */
export async function handOffToAgent(
  context: OperationContext,
  input: HandoffInput,
  source: HandoffSource,
  receiver: Receiver,
): Promise<HandoffOutput> {
  const wanted = transferFor(input, source, receiver);
  const update = await updateFor(context, input, source, { receiver, transfer: wanted });
  if (update?.outcome === "nothing new") return nothingNew(source, receiver, update, input);
  const extended = update?.outcome === "extended" ? update.record : null;
  // A part of the session is written again.
  const transfer = wanted === "move" && update?.since ? "rewrite" : wanted;
  const { displayName } = receiver;
  const carriedSettings = chooseCarriedSettings(source, input, { displayName, transfer });
  const request = {
    ...(await agentRequest(context, input, { source, receiver, transfer })),
    ...partOfUpdate(update),
  };
  const cwd = await workFolder(receiver, extended, receiverFolder(context, input));
  const prepared = await prepareConversation(request, { source, input });
  const { chosen, learned, adapted } = prepared;

  const session_id = extended?.session_id;
  const session = await planSession(context, receiver, {
    adapted,
    cwd,
    now: request.now,
    session_id,
  });
  const target =
    extended?.path ?? (await receiver.writer.targetPath(session, agentEnvironment(context)));
  const native = transfer === "move" ? source.native : null;
  const rewritten = { receiver, session, target, units: adapted.units, move: null };
  const moving = { receiver, session, target, recorded: source.session, chosen, carriedSettings };
  const plan =
    native === null ? rewritten : planOfMove(receiver, target, await planMove(native, moving));
  const sourceSession = { agent: source.session.header.agent, session_id: source.session_id };
  const copies = earlierCopies(agentEnvironment(context), receiver.id, sourceSession);
  const placement = {
    from: sourceSession,
    at: request.now,
    last_item: learned.last_item,
    extended,
  };
  const { placed, written } = input["dry-run"]
    ? await rehearse(plan, context.progress)
    : await placeFor(context, plan, placement);
  const proof = input.prove
    ? await prove(context, { plan, placed, written }, input["dry-run"])
    : undefined;

  const { move } = plan;
  const { losses } = written;
  return describeHandoff({
    source,
    input,
    agent: receiver,
    cwd,
    ...prepared,
    outcome: move === null ? adaptedOutcome(adapted, losses) : movedOutcome(move, losses),
    placed,
    transfer,
    carriedSettings: move === null ? null : carriedSettings,
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

/** How the session gets to the receiver, unless an update takes only a part of it. */
function transferFor(input: HandoffInput, source: HandoffSource, receiver: Receiver): Transfer {
  if (source.agent?.id !== receiver.id || source.native === null) return "translation";
  // A sub-agent's own records identify it as one: the program would not list them as a session.
  const isSubAgent = source.native.session.parent_id !== null;
  const isChanged = input.redact || input["restore-dropped"] !== undefined;
  return isSubAgent || isChanged || !keepsSessionAsIs(input) ? "rewrite" : "move";
}

interface AgentHandoff {
  readonly source: HandoffSource;
  readonly receiver: Receiver;
  readonly transfer: Transfer;
}

async function agentRequest(
  context: OperationContext,
  input: HandoffInput,
  { source, receiver, transfer }: AgentHandoff,
): Promise<HandoffRequest> {
  return {
    ...(await requestOf(context, input, source)),
    receiver,
    transfer,
    // A session that moves keeps its thinking as its own agent wrote it.
    thinking: input.thinking && transfer !== "move",
    redact: input.redact || (transfer === "translation" && !input["no-redact"]),
    window: receiver.contextWindow,
  };
}

interface SessionParts {
  readonly adapted: AdaptedConversation;
  readonly cwd: string;
  readonly now: Date;
  /** The id of a session that is extended; a new one for any other. */
  readonly session_id: string | undefined;
}

/** The adapted conversation as the receiver's writer takes it. */
async function planSession(
  context: OperationContext,
  { writer }: Receiver,
  { adapted, cwd, now, session_id }: SessionParts,
): Promise<PlannedSession> {
  return {
    header: adapted.header,
    items: adapted.items,
    session_id: session_id ?? writer.newSessionId(randomUUID, now),
    cwd,
    title: adapted.title,
    note: adapted.note,
    now,
    settings: await writer.readSettings(agentEnvironment(context)),
  };
}

/** The plan of a session whose own records move. */
function planOfMove(receiver: Receiver, target: string, move: SessionMove): SessionPlan {
  return { receiver, target, session: move.session, units: move.units, move };
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
): Promise<HandedOverSession> {
  await removeInterrupted(context);
  if (extended !== null) return extendSession(context, plan, extended, placement);
  const environment = agentEnvironment(context);
  const { receiver, session } = plan;
  const { session_id } = session;
  // A copy that is handed on keeps the title of the first session.
  const title = listCopies(environment).get(placement.from.session_id)?.title ?? session.title;
  const record = { agent: receiver.id, session_id, title, ...placement };
  const files = createPlacementFiles(environment, record, context.progress);
  return placeSession({ ...plan, environment, files });
}
