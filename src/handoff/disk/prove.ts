import fs from "node:fs";
import path from "node:path";
import { loadSession } from "../../acp/load-session.ts";
import type { ServerIdentity } from "../../acp/open-connection.ts";
import { readUpdate } from "../../acp/session-update.ts";
import type { CopiedFile } from "../../agents/acp-server.ts";
import type { Agent, PlacedSession } from "../../agents/agent.ts";
import { findProgram } from "../../agents/find-program.ts";
import { messageOf } from "../../base/errors.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import { userConfigFor } from "../../runtime/config.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { copyDatabase } from "../../sessions/acp/copy-database.ts";
import { NO_NETWORK } from "../../sessions/acp/run-server.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import { compareShown } from "../proof/compare-shown.ts";
import { gatherShown } from "../proof/shown-session.ts";
import type { HandedOverSession, SessionPlan } from "../write-session.ts";
import type { Proof } from "./proof.ts";

/** A session that was handed over. */
export interface ProvenHandoff extends HandedOverSession {
  readonly plan: SessionPlan;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Lets the receiver's own program load the session and compares what it shows with what was sent. It works in a home
 * with a copy of the session, because loading may change it; it has no login there, and asks no model.
 */
export async function proveHandoff(
  context: OperationContext,
  { plan, placed, written }: ProvenHandoff,
): Promise<Proof> {
  const { receiver, session, move } = plan;
  const server = await findServer(context, receiver);
  const name = receiver.displayName;
  if ("reason" in server) return unavailable(name, null, server.reason);
  const shown = gatherShown(receiver.acpServer?.callOf);
  try {
    context.progress(`asking ${name} to show the session`);
    const identity = await showCopy(context, { receiver, placed, server, add: shown.add });
    const report = await compareShown(session.items(), shown.result(), {
      // What a move leaves out is not conversation.
      reported: move === null ? written.reported : NONE,
      isMove: move !== null,
      tools: receiver.tools,
      planTools: receiver.acpServer?.planTools ?? [],
      shownId: (id) => receiver.acpServer?.callId?.(id, placed.session_id) ?? id,
    });
    const state = report.findings.length === 0 ? "complete" : "incomplete";
    const described = describeServer(server, identity);
    return { state, receiver: name, server: described, ...report, reason: null };
  } catch (error) {
    const why = messageOf(error);
    return unavailable(name, server.command.join(" "), why);
  }
}

function unavailable(receiver: string, server: string | null, reason: string): Proof {
  const nothing = {
    messages: null,
    calls: null,
    results: null,
    reported: 0,
    shown_as_plan: 0,
    findings: [],
  };
  return { state: "unavailable", receiver, server, ...nothing, reason };
}

/** A server that can be started. */
interface FoundServer {
  /** As it is typed. */
  readonly command: readonly string[];
  readonly program: string;
  readonly args: readonly string[];
  /** Names of variables of the user that it gets. */
  readonly variables: readonly string[];
}

/** The server of an agent: the one that the user's own configuration names, else the usual one. */
async function findServer(
  context: OperationContext,
  { id, displayName, acpServer }: Agent,
): Promise<FoundServer | { readonly reason: string }> {
  if (acpServer === undefined) {
    return {
      reason: `${displayName} has no server of the Agent Client Protocol that could show it`,
    };
  }
  const named = userConfigFor(context).acp_servers[id];
  const command = named?.command ?? acpServer.command;
  const [name = "", ...args] = command;
  const program = path.isAbsolute(name)
    ? name
    : await findProgram(name, agentEnvironment(context).env);
  if (program !== null) return { command, program, args, variables: named?.env ?? [] };
  const { npmPackage } = acpServer;
  const cure = npmPackage === undefined ? "" : ` (npm install -g ${npmPackage} installs it)`;
  return { reason: `the program ${name} was not found${cure}` };
}

interface ShowRequest {
  readonly receiver: Agent;
  readonly placed: PlacedSession;
  readonly server: FoundServer;
  readonly add: ReturnType<typeof gatherShown>["add"];
}

async function showCopy(
  context: OperationContext,
  { receiver, placed, server, add }: ShowRequest,
): Promise<ServerIdentity> {
  const environment = agentEnvironment(context);
  const { session_id } = placed;
  const folder = createTemporaryFolder();
  try {
    const root = fs.realpathSync(folder);
    const home = path.join(root, "home");
    const project = path.join(root, "project");
    for (const each of [home, project]) fs.mkdirSync(each, { mode: 0o700 });
    const place = { session_id, path: placed.path, environment, home, project };
    const copy = await receiver.acpServer?.copySession(place);
    for (const file of copy?.files ?? []) await placeCopy(file);
    return await loadSession({
      server: {
        program: server.program,
        args: server.args,
        variables: server.variables,
        from: environment.env,
        set: { ...NO_NETWORK, ...copy?.variables, HOME: home },
        cwd: project,
      },
      session_id,
      cwd: project,
      onUpdate(update) {
        const read = readUpdate(update);
        if (read !== null) add(read);
      },
    });
  } finally {
    removeTemporary(folder);
  }
}

async function placeCopy(copied: CopiedFile): Promise<void> {
  fs.mkdirSync(path.dirname(copied.path), { recursive: true, mode: 0o700 });
  if ("text" in copied) fs.writeFileSync(copied.path, copied.text, { mode: 0o600 });
  else if ("file" in copied) fs.copyFileSync(copied.file, copied.path);
  else await copyDatabase(copied.database, copied.path, copied.change);
}

function describeServer({ command }: FoundServer, { name, version }: ServerIdentity): string {
  const typed = command.join(" ");
  if (name === null) return typed;
  return `${typed} (${version === null ? name : `${name} ${version}`})`;
}
