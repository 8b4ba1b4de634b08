import path from "node:path";
import type { AgentSession } from "../agents/agent-session.ts";
import { HoldallError } from "../base/errors.ts";
import type { Finding } from "../base/findings.ts";
import { quoteForShell } from "../base/text/quote-for-shell.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { describeSession } from "../transcripts/describe-session.ts";
import { readAtif } from "../transcripts/read-atif.ts";
import { recogniseSession } from "./agent-sessions.ts";
import { type NamedSource, nameSource } from "./named-source.ts";
import type { SessionFile } from "./session-in-place.ts";

/** A session in a file, and what its reader found wrong with it. */
export interface SessionFileReading {
  readonly session: SessionFile;
  readonly findings: readonly Finding[];
}

/** Reads a file or folder as a session; null when it is none. One of an agent that we cannot read is refused. */
export async function readSessionFile(
  context: OperationContext,
  name: string,
): Promise<SessionFileReading | null> {
  const place = path.resolve(context.cwd, name);
  const found = await recogniseSession(place);
  if (found !== null) return readSession(found, name);
  // The path was allowed to this caller; by name it could reach less.
  const named = await nameSource({ ...context, roots: null }, place).catch(nullIfUnknown);
  if (named?.kind === "trajectory") return readTrajectory(named, name);
  if (named?.kind !== "log") return null;
  const commands = [{ does: "keep its threads in the workspace", command: "import" }];
  const session = { kind: "log", ...UNKNOWN, commands: commandLines(commands, name) } as const;
  return { session, findings: [] };
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof HoldallError && error.code === "E_FORMAT") return null;
  throw error;
}

const UNKNOWN = {
  agent: null,
  version: null,
  id: null,
  title: null,
  model: null,
  cwd: null,
  started_at: null,
  messages: null,
  records: null,
} as const;

async function readSession(
  { agent, session: found }: AgentSession,
  name: string,
): Promise<SessionFileReading> {
  const reading = await agent.read(await agent.open(found));
  const { title, model, messages } = await describeSession(reading);
  const { cwd, started_at, agent_version: version } = reading.header;
  const { records: all, transcript, opaque, lost } = reading.accounting;
  const facts = { version, id: found.id, title, model, cwd, started_at, messages };
  const session: SessionFile = {
    kind: "session",
    agent: agent.displayName,
    ...facts,
    records: { all, transcript, opaque, lost },
    commands: commandLines(usesOf(agent.id), name),
  };
  return { session, findings: reading.findings };
}

async function readTrajectory(
  { document, path: file }: Extract<NamedSource, { kind: "trajectory" }>,
  name: string,
): Promise<SessionFileReading> {
  const { header, items, findings } = readAtif(document, path.basename(file));
  const { title, model, messages } = await describeSession({ header, items: () => replay(items) });
  const { agent, session_id: id, cwd, started_at, agent_version: version } = header;
  const facts = { agent, version, id, title, model, cwd, started_at, messages, records: null };
  const commands = commandLines(usesOf(null), name);
  return { session: { kind: "trajectory", ...facts, commands }, findings };
}

async function* replay<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

interface Use {
  readonly does: string;
  readonly command: string;
  /** What follows the file. */
  readonly to?: string;
}

/** What people do with a session; another agent continues it. */
function usesOf(agent: string | null): readonly Use[] {
  const other = agent === "codex" ? "claude" : "codex";
  return [
    { does: "read it", command: "show" },
    { does: "read it in a browser", command: "view" },
    { does: "continue it in another agent", command: "handoff", to: other },
    { does: "keep it in the workspace", command: "import" },
  ];
}

function commandLines(uses: readonly Use[], name: string): SessionFile["commands"] {
  return uses.map(({ does, command, to }) => ({
    does,
    command: ["holdall", command, quoteForShell(name), ...(to === undefined ? [] : [to])].join(" "),
  }));
}
