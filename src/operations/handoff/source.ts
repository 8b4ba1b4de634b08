import fs from "node:fs";
import path from "node:path";
import type { Agent, Reading, SessionSource } from "../../agents/agent.ts";
import type { FileSet } from "../../base/file-set.ts";
import { sha256 } from "../../base/hash.ts";
import { requireValid } from "../../bundles/read-bundle.ts";
import { quoteContext } from "../../model/quoted-context.ts";
import { emptyHeader, type TranscriptItem } from "../../model/transcript.ts";
import { isAtif, readAtif } from "../../transcripts/read-atif.ts";
import { readTranscriptLines } from "../../transcripts/read-lines.ts";
import { readPath } from "../bundle/open-path.ts";
import type { OperationContext } from "../operation/operation.ts";
import { isAgentName, loadAgent, namedFolder, resolveSession } from "./agent-sessions.ts";
import { restingSession } from "./resting-session.ts";

/** Who hands over: an agent's session, or a bundle. */
export interface Giver {
  /** A bundle without a session is handed over as the text of its state. */
  readonly kind: "session" | "state";
  /** The agent's name; null for a bundle that holds no session. */
  readonly agent: Agent | null;
  readonly title: string;
  readonly tools: Agent["tools"];
  readonly session_id: string;
  readonly path: string;
  readonly reading: Pick<Reading, "header" | "items" | "findings">;
  /** The agent's own files; null when it comes from a bundle. */
  readonly source: SessionSource | null;
}

const TRANSCRIPT = "transcript/transcript.jsonl";

/** Finds out who hands over, and reads it. */
export async function findGiver(
  context: OperationContext,
  words: string,
  { session, wait }: { readonly session?: string | undefined; readonly wait: boolean },
): Promise<Giver> {
  const folder = namedFolder(context, words);
  if (folder !== null) return bundleGiver(context, words, folder);
  const place = path.resolve(context.cwd, words);
  if (/\.json$/i.test(place) && fs.existsSync(place)) {
    const trajectory = trajectoryGiver(place);
    if (trajectory !== null) return trajectory;
  }
  const found = await resolveSession(context, words, session);
  const { agent, session: chosen } = await restingSession(context, found, wait);
  const source = await agent.open(chosen);
  context.progress(`reading ${chosen.path}`);
  const reading = await agent.read(source);
  const { title, tools } = agent;
  return {
    kind: "session",
    agent,
    title,
    tools,
    session_id: chosen.id,
    path: chosen.path,
    reading,
    source,
  };
}

/** The largest trajectory that is read: it is one document, held whole. */
const MAX_TRAJECTORY_BYTES = 256 * 1024 * 1024;

/** A file that is an ATIF trajectory; null when it is something else. */
function trajectoryGiver(place: string): Giver | null {
  if (fs.statSync(place).size > MAX_TRAJECTORY_BYTES) return null;
  let document: unknown;
  try {
    document = JSON.parse(fs.readFileSync(place, "utf8"));
  } catch {
    return null; // Some agents keep a session in one file that is not quite JSON.
  }
  if (!isAtif(document)) return null;
  const { items, ...rest } = readAtif(document, path.basename(place));
  const { agent: title, session_id } = rest.header;
  const reading = {
    ...rest,
    async *items() {
      yield* items;
    },
  };
  return {
    kind: "session",
    agent: null,
    title,
    tools: [],
    session_id,
    path: place,
    reading,
    source: null,
  };
}

async function bundleGiver(
  context: OperationContext,
  words: string,
  place: string,
): Promise<Giver> {
  const read = await readPath(context, words, {}, { profile: "lenient", level: "full" });
  requireValid(read, `hand over "${words}"`);
  const transcript = await entryOf(read.files, TRANSCRIPT);
  if (transcript !== null) {
    const reading = await readTranscriptLines(transcript);
    const { agent: name, session_id } = reading.header;
    const agent = isAgentName(name) ? await loadAgent(name) : null;
    const { title, tools } = agent ?? { title: name, tools: [] };
    return { kind: "session", agent, title, tools, session_id, path: place, reading, source: null };
  }
  const reading = stateReading(read.format.render(read.model), place);
  const title = `a ${read.format.name} bundle`;
  return {
    kind: "state",
    agent: null,
    title,
    tools: [],
    session_id: reading.header.session_id,
    path: place,
    reading,
    source: null,
  };
}

async function entryOf(files: FileSet, wanted: string) {
  for await (const entry of files.entries()) {
    if (entry.path === wanted && entry.kind === "file") return entry;
  }
  return null;
}

/** A state as a conversation of one message: the framed state is what the receiver begins with. */
function stateReading(markdown: string, place: string): Giver["reading"] {
  const text = quoteContext(markdown);
  const item: TranscriptItem = {
    id: "state",
    parent_id: null,
    kind: "message",
    at: null,
    actor: "user",
    source: { file: path.basename(place), line: 1, type: "state" },
    raw: null,
    thread: null,
    branch: null,
    role: "user",
    text,
    model: null,
    attachments: [],
  };
  return {
    header: {
      ...emptyHeader("bundle", sha256(text).slice(0, 16)),
      title: `State of ${path.basename(place)}`,
    },
    findings: [],
    async *items() {
      yield item;
    },
  };
}
