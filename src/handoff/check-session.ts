import path from "node:path";
import type { Agent, IndexedSession } from "../agents/agent.ts";
import { batchesOf } from "../base/batches.ts";
import { HoldallError } from "../base/errors.ts";
import { isConversation } from "../transcripts/conversation-item.ts";
import { isMain } from "../transcripts/dispositions.ts";
import { compareReadBack, type ReadBack } from "./compare-read-back.ts";
import { isExpectedAgain, type SessionMove } from "./move-session.ts";
import { collectUnits, type SessionUnit } from "./session-unit.ts";
import type { Receiver, SessionFileWriter, SessionPlan, WrittenSession } from "./write-session.ts";

/**
 * Stage 7, check: reads the session with the receiver's own reader and compares every message with its text, every
 * tool call with its arguments and its result. Refuses when something is missing that the writer did not report.
 */
export async function checkSession(
  plan: SessionPlan,
  written: WrittenSession,
  files: SessionFileWriter,
): Promise<void> {
  const { receiver, move } = plan;
  const session = await readSession(receiver, written.path);
  if (session === null) throw refusal(receiver, "the written file is not recognised as a session");
  const { missing, expected, misplaced, subAgentItems } = await compareUnits(
    plan,
    written,
    session,
    files.checked,
  );
  if (missing.length > 0) {
    const state = `${missing.length} of ${expected} messages and tool calls are missing or different when read back; the first is at ${missing[0]}`;
    throw refusal(receiver, state);
  }
  if (misplaced > 0) throw refusal(receiver, `${misplaced} messages are out of order`);
  if (move === null) return;
  const found = subAgentItems || (await itemsInSubAgentFiles(receiver, move, files));
  const lost = move.subAgentItems - found;
  if (lost > 0) {
    throw refusal(receiver, `${lost} of ${move.subAgentItems} items of sub-agents are missing`);
  }
}

async function readSession(agent: Agent, file: string): Promise<IndexedSession | null> {
  const session = await agent.recognise(file);
  return session && agent.read(await agent.open(session));
}

function refusal({ displayName }: Receiver, state: string): HoldallError {
  return new HoldallError("E_HANDOFF", `Cannot hand over to ${displayName}: ${state}`, {
    cure: "nothing was left behind; hand over to a page (session.md) instead, and report this message with the output of `holdall doctor`, which names the versions",
  });
}

interface SessionReadBack extends ReadBack {
  /** How many items were read from the files of sub-agents. */
  readonly subAgentItems: number;
}

/** Compares the items of the written session with the units of the plan. */
async function compareUnits(
  { units: planned, move }: SessionPlan,
  { path: file, reported }: WrittenSession,
  { items }: IndexedSession,
  checked: (items: number) => void = () => {},
): Promise<SessionReadBack> {
  // A record that a move drops may have the same content as one that it keeps: it is not expected at all.
  const isReported = ({ where }: SessionUnit) => where.some((location) => reported.has(location));
  const expected = move === null ? planned : planned.filter((unit) => !isReported(unit));
  const comparison = compareReadBack(expected);
  const units = collectUnits(comparison.find);
  const main = path.basename(file);
  let subAgentItems = 0;
  let seen = 0;
  for await (const batch of batchesOf(items())) {
    for (const item of batch) {
      if (item.source.file !== main && isConversation(item)) subAgentItems++;
      // A session that moves unchanged contains everything again, also what is not in force.
      const isCompared =
        move === null ? isMain(item) && isConversation(item) : isExpectedAgain(item);
      if (isCompared) units.add(item);
    }
    seen += batch.length;
    checked(seen);
  }
  units.end();
  return { ...comparison.result(reported), subAgentItems };
}

/** Items of sub-agents whose files are sessions by themselves until the program has imported them. */
async function itemsInSubAgentFiles(
  agent: Agent,
  { subAgentFiles }: SessionMove,
  files: SessionFileWriter,
): Promise<number> {
  let count = 0;
  for (const { path: file } of subAgentFiles) {
    const session = await readSession(agent, files.pathOf(file));
    if (session === null) continue;
    for await (const batch of batchesOf(session.items())) {
      count += batch.filter(isConversation).length;
    }
  }
  return count;
}
