import path from "node:path";
import type { Agent, IndexedSession, SessionSource } from "../agents/agent.ts";
import type { AgentSession } from "../agents/agent-session.ts";
import { isAgentId, loadAgent } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import type { FileSet } from "../base/file-set.ts";
import { sha256 } from "../base/hash.ts";
import { loadTokenCounter } from "../base/tokens.ts";
import { readPath } from "../bundles/disk/open-path.ts";
import { requireValid } from "../bundles/read-bundle.ts";
import type { Format } from "../formats/format.ts";
import { bundleConversation } from "../handoff/bundle-conversation.ts";
import type { LossItem } from "../model/loss.ts";
import { emptyHeader } from "../model/transcript.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { readAtif } from "../transcripts/read-atif.ts";
import { readTranscriptLines } from "../transcripts/read-transcript-file.ts";
import type { AcpChoice } from "./acp/acp-input.ts";
import { idleSession } from "./idle-session.ts";
import { type NamedSource, nameSource } from "./named-source.ts";
import { requireConversation } from "./require-conversation.ts";
import { showReading } from "./show-progress.ts";

/** What is handed over: an agent's session, or a bundle. */
export interface HandoffSource {
  /** What it contains; only a session and a bundle of the kind `conversation` have a conversation. */
  readonly kind: "session" | Format["holds"];
  /** The agent whose session it is; null for a bundle without a session. */
  readonly agent: Agent | null;
  readonly displayName: string;
  readonly tools: Agent["tools"];
  readonly session_id: string;
  readonly path: string;
  readonly session: Pick<IndexedSession, "header" | "items" | "findings">;
  /** The agent's own files; null when it comes from a bundle. */
  readonly native: SessionSource | null;
  /** Whether it was found in the agent's own store, and not at a path that somebody named. */
  readonly isStored: boolean;
  /** What a bundle contains and a conversation has no place for. */
  readonly losses: readonly LossItem[];
}

/** Whether a source contains a conversation; a state, a task or curated files are handed over as quoted texts. */
export function containsConversation({ kind }: Pick<HandoffSource, "kind">): boolean {
  return kind === "session" || kind === "conversation";
}

const TRANSCRIPT = "transcript/transcript.jsonl";

/** Which session is read, and how. */
interface SourceOptions extends AcpChoice {
  readonly wait: boolean;
}

/** Stage 1 of a handoff, read: finds the source that FROM names, and reads it. */
export async function findSource(
  context: OperationContext,
  from: string,
  options: SourceOptions,
): Promise<HandoffSource> {
  const named = await nameSource(context, from, options);
  return readNamed(context, from, named, options.wait);
}

/** Reads what FROM names. */
export function readNamed(
  context: OperationContext,
  from: string,
  named: NamedSource,
  wait: boolean,
): Promise<HandoffSource> {
  if (named.kind === "session") return readSession(context, named, wait);
  return readConversation(context, from, named);
}

/** Reads an agent's session that was found. */
export async function readSession(
  context: OperationContext,
  found: AgentSession,
  wait: boolean,
): Promise<HandoffSource> {
  return sessionSource(context, await idleSession(context, found, wait));
}

/** Reads what is no agent's session as a conversation. */
export async function readConversation(
  context: OperationContext,
  from: string,
  named: Exclude<NamedSource, AgentSession>,
): Promise<HandoffSource> {
  if (named.kind === "trajectory") return trajectorySource(named);
  if (named.kind === "bundle") return bundleSource(context, from, named.path);
  if (named.kind === "shown") {
    // Loaded here: few sessions are read with a server.
    const { readWithServer } = await import("./acp/shown-sessions.ts");
    return readWithServer(context, named.server, named.wanted);
  }
  throw new HoldallError("E_CONVERT", `Cannot hand over "${from}": it is a log with threads`, {
    cure: "import it with `holdall import`, then see `holdall thread compile`",
  });
}

async function sessionSource(
  context: OperationContext,
  named: AgentSession,
): Promise<HandoffSource> {
  const { agent, session: found, isStored } = named;
  const opened = await agent.open(found);
  const native = showReading(opened, context.progress);
  context.progress(`reading ${found.path}`);
  const session = await agent.read(native);
  requireConversation(named, session);
  const { displayName, tools } = agent;
  const place = { session_id: found.id, path: found.path, isStored };
  return { kind: "session", agent, displayName, tools, ...place, session, native, losses: [] };
}

/** An ATIF trajectory. */
function trajectorySource({ path: file, document }: Trajectory): HandoffSource {
  const { items, header, findings } = readAtif(document, path.basename(file));
  return {
    kind: "session",
    agent: null,
    displayName: header.agent,
    tools: [],
    session_id: header.session_id,
    path: file,
    session: { header, findings, items: () => replay(items) },
    native: null,
    isStored: false,
    losses: [],
  };
}

type Trajectory = Extract<NamedSource, { kind: "trajectory" }>;

async function* replay<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function bundleSource(
  context: OperationContext,
  from: string,
  folder: string,
): Promise<HandoffSource> {
  const read = await readPath(context, from, {}, { profile: "lenient", level: "full" });
  requireValid(read, `hand over "${from}"`);
  const transcript = await findEntry(read.files, TRANSCRIPT);
  if (transcript !== null) {
    const session = await readTranscriptLines(transcript);
    const { agent: name, session_id } = session.header;
    const agent = isAgentId(name) ? await loadAgent(name) : null;
    const { displayName, tools } = agent ?? { displayName: name, tools: [] };
    const place = { session_id, path: folder, native: null, isStored: false, losses: [] };
    return { kind: "session", agent, displayName, tools, session, ...place };
  }
  return convertedSource(read.format, read.model, folder);
}

/** A bundle without a session, as what its format can give to a model. */
async function convertedSource(
  format: Format,
  model: unknown,
  folder: string,
): Promise<HandoffSource> {
  const counter = await loadTokenCounter("utf8_bytes_div4_v1");
  const conversation = format.toConversation?.(model, (text) => counter.count(text));
  if (conversation === undefined) {
    const message = `Cannot hand over "${folder}": a ${format.name} bundle has nothing for a model`;
    throw new HoldallError("E_CONVERT", message, {
      cure: "see `holdall formats` for what converts",
    });
  }
  const file = path.basename(folder);
  const isQuoted = format.holds !== "conversation";
  const { items, losses } = bundleConversation(conversation, { file, isQuoted });
  const id = sha256(JSON.stringify(items)).slice(0, 16);
  const header = { ...emptyHeader("bundle", id), title: `${TITLES[format.holds]} of ${file}` };
  return {
    kind: format.holds,
    agent: null,
    displayName: `${format.name} bundle "${file}"`,
    tools: [],
    session_id: id,
    path: folder,
    session: { header, findings: [], items: () => replay(items) },
    native: null,
    isStored: false,
    losses,
  };
}

const TITLES = {
  state: "State",
  conversation: "Conversation",
  task: "Task",
  responsibility: "Context",
} as const satisfies Record<Format["holds"], string>;

async function findEntry(files: FileSet, wanted: string) {
  for await (const entry of files.entries()) {
    if (entry.path === wanted && entry.kind === "file") return entry;
  }
  return null;
}
