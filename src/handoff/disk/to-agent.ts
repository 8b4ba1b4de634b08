import { randomUUID } from "node:crypto";
import type { CarriedSettings, PlacedSession, SessionSource } from "../../agents/agent.ts";
import { type AgentId, loadAgent } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import type { Finding } from "../../base/findings.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import { earlierCopies } from "../../sessions/handoff-record.ts";
import type { HandoffSource } from "../../sessions/source.ts";
import { planMove, type SessionMove } from "../move-session.ts";
import { placeSession } from "../place-session.ts";
import { type PreparedHandoff, prepareHandoff } from "../prepare.ts";
import type { Receiver } from "../write-and-check.ts";
import { carriedSettings } from "./carried-settings.ts";
import { asksForAll, type HandoffInput } from "./input.ts";
import { createPlacementFiles } from "./placement-files.ts";
import { rehearse } from "./rehearse.ts";
import { describeHandoff, type HandoffOutput } from "./report.ts";
import { assertFound, requestOf } from "./request.ts";
import { removeInterrupted } from "./undo.ts";

/** The agent with this id, if sessions can be written for it. */
export async function findReceiver(id: AgentId): Promise<Receiver> {
  const agent = await loadAgent(id);
  const { writer } = agent;
  if (writer !== undefined) return { ...agent, writer };
  const state = "its sessions can be read, but not written";
  throw new HoldallError("E_USAGE", `Cannot hand over to ${agent.displayName}: ${state}`, {
    cure: "name another agent, or a path",
  });
}

/** Places a session in the receiver's store, or reports what would come of it. */
export async function handOffToAgent(
  context: OperationContext,
  input: HandoffInput,
  source: HandoffSource,
  receiver: Receiver,
): Promise<HandoffOutput> {
  const environment = agentEnvironment(context);
  const { id, writer } = receiver;
  const isSameAgent = source.agent?.id === id && source.native !== null;
  // A sub-agent's own records say that they are: the program would not list them as a session.
  const isSubAgent = (source.native?.session.parent_id ?? null) !== null;
  const movesUnchanged = isSameAgent && !isSubAgent && asksForAll(input) && !input.redact;
  const { displayName } = receiver;
  const settings = carriedSettings(source, input, { displayName, isMove: movesUnchanged });
  const handoff = await prepareHandoff({
    ...(await requestOf(context, input, source)),
    to: receiver,
    // A session that moves unchanged keeps its thinking as its own agent wrote it.
    thinking: input.thinking && !movesUnchanged,
    redact: input.redact || !(isSameAgent || input["no-redact"]),
    session_id: writer.newSessionId(randomUUID, context.now()),
    settings: await writer.readSettings(environment),
    countsLater: !movesUnchanged,
    keepsSealed: movesUnchanged,
    window: receiver.contextWindow,
  });
  assertFound(handoff, source, input);
  const { draft, lateNote, isHeld } = handoff;
  const target = await writer.targetPath(draft, environment);
  const move = movesUnchanged
    ? await moveFrom(source, handoff, { receiver, target, settings })
    : null;
  const from = { agent: source.session.header.agent, session_id: source.session_id };
  const copies = earlierCopies(environment, id, from);
  const about = { source, input, agent: receiver, move, settings, copies };
  if (input["dry-run"]) {
    await rehearse({ receiver, draft, lateNote, target, move, isHeld }, context.progress);
    return describeHandoff(about, handoff, plannedSession(handoff, target));
  }
  await removeInterrupted(context);
  const { session_id } = draft;
  const placed = await placeSession({
    receiver,
    draft,
    lateNote,
    environment,
    target,
    move,
    isHeld,
    files: createPlacementFiles(
      environment,
      { agent: id, session_id, from, at: context.now() },
      context.progress,
    ),
  });
  return describeHandoff(about, handoff, placed);
}

interface MoveDestination {
  readonly receiver: Receiver;
  readonly target: string;
  readonly settings: CarriedSettings;
}

/** How the source's own session moves unchanged; null for one that has no files here. */
async function moveFrom(
  { native, session }: HandoffSource,
  { draft, recorded }: PreparedHandoff,
  { receiver, target, settings }: MoveDestination,
): Promise<SessionMove | null> {
  if (native === null) return null;
  const { writer } = receiver;
  const items = () => session.items();
  const source = { ...native, dangling: danglingLines(native, session.findings) };
  return planMove({ source, writer, draft, target, carriedSettings: settings, items, recorded });
}

function danglingLines(
  { files: [file] }: SessionSource,
  findings: readonly Finding[],
): ReadonlySet<number> {
  const dangling = findings.filter(
    (each) => each.code === "W_DANGLING" && each.file === file?.path,
  );
  return new Set(dangling.flatMap(({ line }) => line ?? []));
}

function plannedSession({ draft }: PreparedHandoff, path: string): PlacedSession {
  return { session_id: draft.session_id, path, created: [], resume: [], notes: [] };
}
