import { randomUUID } from "node:crypto";
import type { Agent, AgentWriter, Placed } from "../../agents/agent.ts";
import { HoldallError } from "../../base/errors.ts";
import { type Handoff, prepareHandoff } from "../../handoff/prepare.ts";
import type { OperationContext } from "../operation/operation.ts";
import { type AgentName, agentPlaces, loadAgent } from "./agent-sessions.ts";
import { asksForAll, type HandoffInput } from "./input.ts";
import { type Move, planMove } from "./move-session.ts";
import { placeSession } from "./place-session.ts";
import { recordHandoff } from "./placed-record.ts";
import { describeHandoff, type HandoffOutput } from "./report.ts";
import { assertFound, requestOf } from "./request.ts";
import type { Giver } from "./source.ts";

type Receiver = Agent & { readonly writer: AgentWriter };

/** The agent of this name, if sessions can be written for it. */
export async function findReceiver(name: AgentName): Promise<Receiver> {
  const agent = await loadAgent(name);
  const { writer } = agent;
  if (writer !== undefined) return { ...agent, writer };
  throw new HoldallError("E_USAGE", `Cannot hand over to ${agent.title}: it can only be read`, {
    cure: "name another agent, or a path",
  });
}

/** Places a session in the receiver's store, or says what would come of it. */
export async function handToAgent(
  context: OperationContext,
  given: HandoffInput,
  giver: Giver,
  receiver: Receiver,
): Promise<HandoffOutput> {
  const places = agentPlaces(context);
  const { name, writer } = receiver;
  const isSame = giver.agent?.name === name && giver.source !== null;
  const handoff = await prepareHandoff({
    ...requestOf(context, given, giver),
    to: receiver,
    redact: given.redact || !(isSame || given["no-redact"]),
    session_id: writer.newSessionId(randomUUID, context.now()),
    settings: await writer.settings(places),
  });
  assertFound(handoff, giver, given);
  const target = await writer.target(handoff.order, places);
  const isMove = isSame && asksForAll(given) && !given.redact;
  const move = isMove ? await moveOf(giver, handoff, writer, target) : null;
  const facts = { giver, given, agent: receiver, moved: move };
  if (given["dry-run"]) {
    return describeHandoff(facts, handoff, await rehearse(handoff, writer, { target, move }));
  }
  const before = handoff.loss().changed;
  const placed = await placeSession({
    agent: receiver,
    order: handoff.order,
    places,
    target,
    items: () => (move === null ? handoff.items() : handoff.recorded()),
    move,
    allowance: () => handoff.loss().changed - before,
    record: (session, made) =>
      recordHandoff(places, { ...session, agent: name, at: context.now() }, made),
  });
  return describeHandoff(facts, handoff, placed);
}

/** How the giver's own session moves as it is; null for one that has no files here. */
async function moveOf(
  { source, reading }: Giver,
  { order, recorded }: Handoff,
  writer: AgentWriter,
  target: string,
): Promise<Move | null> {
  if (source === null) return null;
  return planMove({ source, writer, order, target, items: () => reading.items(), recorded });
}

/** Writes nowhere, so that the losses of the receiver's form are known. */
async function rehearse(
  { order }: Handoff,
  writer: AgentWriter,
  { target, move }: { readonly target: string; readonly move: Move | null },
): Promise<Placed> {
  const text =
    move === null ? writer.write(order) : writer.relocate(move.source, move.order, move.beside);
  for await (const _piece of text) {
    // Only what it says about losses counts.
  }
  return { session_id: order.session_id, path: target, made: [], resume: [], notes: [] };
}
