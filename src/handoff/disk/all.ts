import fs from "node:fs";
import path from "node:path";
import type { AgentSession } from "../../agents/agent-session.ts";
import { type AgentId, isAgentId } from "../../agents/registry.ts";
import { HoldallError, messageOf } from "../../base/errors.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment, folderFilter } from "../../sessions/agent-sessions.ts";
import { earlierCopies, listCopies } from "../../sessions/handoff-record.ts";
import { listSessions } from "../../sessions/index/list-sessions.ts";
import { withIndex } from "../../sessions/index/open-index.ts";
import { timeFilter } from "../../sessions/listed-session.ts";
import { readSession } from "../../sessions/source.ts";
import { isTaskRun } from "../../sessions/task-runs.ts";
import type { Receiver } from "../write-session.ts";
import type { HandoffInput } from "./input.ts";
import type { AllRow, HandoffOutput } from "./report.ts";
import { handOffToAgent } from "./to-agent.ts";
import { NO_HANDOFF } from "./undo.ts";

/**
 * Hands every session of an agent or a folder to one receiver, the oldest first. What was handed over before is passed
 * over, so that an interrupted call is continued by the same call; one session that fails does not stop the others.
 */
export async function handOffAll(
  context: OperationContext,
  input: HandoffInput,
  { from, receiver }: { readonly from: string; readonly receiver: Receiver },
): Promise<HandoffOutput> {
  refuseSingle(input);
  const unreadable: string[] = [];
  const found = await sessionsOf(context, input, { from, receiver, unreadable });
  const rows: AllRow[] = [];
  for (const [index, session] of found.entries()) {
    context.signal.throwIfAborted();
    const progress = (text: string) =>
      context.progress(`session ${index + 1} of ${found.length}: ${text}`);
    progress(session.session.id);
    rows.push(await handOffOne({ ...context, progress, note: () => {} }, input, session, receiver));
  }
  const count = (state: AllRow["state"]) => rows.filter((row) => row.state === state).length;
  return {
    ...NO_HANDOFF,
    kind: "all",
    agent: receiver.id,
    dry_run: input["dry-run"],
    tokens: rows.reduce((sum, row) => sum + row.tokens, 0),
    notes: [...unreadable, ...folderNotes(context, input, rows)],
    all: {
      sessions: rows,
      handed_over: count("handed over"),
      updated: count("updated"),
      already: count("already there"),
      empty: count("empty"),
      failed: count("failed"),
    },
  };
}

/** Reports which sessions could not stay in their folder. */
function folderNotes(
  { cwd }: OperationContext,
  { into }: HandoffInput,
  rows: readonly AllRow[],
): readonly string[] {
  const moved = rows.filter(
    ({ state, cwd: own }) => state === "handed over" && (own === null || !fs.existsSync(own)),
  );
  if (into !== undefined || moved.length === 0) return [];
  const which = `${moved.length} of the sessions were recorded in folders that do not exist here`;
  return [`${which}; they continue in ${cwd}. --into names another folder.`];
}

/** Refuses options that are about one session. */
function refuseSingle(input: HandoffInput): void {
  const single = ["session", "prove", "launch", "keep-settings", "restore-dropped"] as const;
  const option = single.find((name) => input[name] !== undefined && input[name] !== false);
  if (option === undefined) return;
  throw new HoldallError(
    "E_USAGE",
    `Cannot hand over all with --${option}: it is for one session`,
    {
      cure: `leave out --all, or --${option}`,
    },
  );
}

interface Selection {
  readonly from: string;
  readonly receiver: Receiver;
  /** Collects a sentence for each store that cannot be read completely. */
  readonly unreadable: string[];
}

/** The sessions to hand over, the oldest first; copies, sub-agents, runs of tasks and the receiver's own are none. */
async function sessionsOf(
  context: OperationContext,
  { since, until }: HandoffInput,
  { from, receiver, unreadable }: Selection,
): Promise<readonly AgentSession[]> {
  const only: AgentId | null = isAgentId(from) ? from : null;
  if (only === receiver.id) {
    throw new HoldallError("E_USAGE", `Cannot hand over all sessions of ${from} to itself`, {
      cure: "name another agent",
    });
  }
  const isHere = only === null ? folderFilter(folderNamed(context, from)) : () => true;
  const isWanted = timeFilter(context, { since, until }) ?? (() => true);
  const copies = listCopies(agentEnvironment(context));
  return withIndex(context, async (database) => {
    const { sessions } = await listSessions(context, database, only, ({ agent, reason }) => {
      unreadable.push(`Sessions of ${agent} could not all be read: ${reason}`);
    });
    const wanted = [...sessions].filter(({ agent, session, kept }) => {
      if (kept !== undefined || agent.id === receiver.id || session.parent_id !== null)
        return false;
      if (copies.has(session.id) || isTaskRun(session, context.cwd)) return false;
      return isHere(session) && isWanted(session.modified_ms);
    });
    return wanted.reverse();
  });
}

function folderNamed(context: OperationContext, from: string): string {
  const folder = path.resolve(context.cwd, from);
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new HoldallError("E_USAGE", `Cannot hand over all of "${from}": it is no agent or folder`, {
    cure: "for example `holdall handoff claude codex --all` or `holdall handoff . codex --all`",
  });
}

/** Hands one session over; whatever goes wrong with it is its outcome. */
async function handOffOne(
  context: OperationContext,
  input: HandoffInput,
  found: AgentSession,
  receiver: Receiver,
): Promise<AllRow> {
  const { agent, id: session_id, cwd, bytes } = found.session;
  const row = { agent, session_id, title: null, cwd, bytes, ...NOTHING };
  const copies = earlierCopies(agentEnvironment(context), receiver.id, { agent, session_id });
  const [copy] = copies;
  if (copy !== undefined && !input.update) {
    return { ...row, state: "already there", target: copy.session_id };
  }
  const isThere = cwd !== null && fs.existsSync(cwd);
  const into = input.into ?? (isThere ? cwd : undefined);
  const own = { ...input, into, since: undefined, until: undefined };
  try {
    const source = await readSession(context, found, input.wait);
    const output = await handOffToAgent(context, own, source, receiver);
    return { ...row, ...described(output) };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof HoldallError && error.code === "E_EMPTY")
      return { ...row, state: "empty" };
    const code = error instanceof HoldallError ? `${error.code}  ` : "";
    const message = messageOf(error);
    return { ...row, state: "failed", error: `${code}${message}` };
  }
}

const NOTHING = { target: null, messages: 0, tokens: 0, changed: 0, missing: 0, error: null };

function described(output: HandoffOutput): Partial<AllRow> & Pick<AllRow, "state"> {
  const { from, session_id, dry_run, conversation, tokens, update } = output;
  const isUpdated = update?.outcome === "extended";
  const isKnown = update?.outcome === "nothing new";
  return {
    title: from?.title ?? null,
    state: isKnown ? "already there" : isUpdated ? "updated" : "handed over",
    target: dry_run && !isUpdated && !isKnown ? null : session_id,
    messages: conversation?.messages ?? 0,
    tokens,
    changed: conversation?.changed ?? 0,
    missing: conversation?.missing ?? 0,
  };
}
