import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { AgentEnvironment } from "../../agents/agent.ts";
import { describeSession } from "../../transcripts/describe-session.ts";
import type { AgentSession } from "./agent-sessions.ts";

/** What a list of sessions tells beyond what their files' names say. */
const detailSchema = z.object({
  title: z.string().nullable(),
  model: z.string().nullable(),
  version: z.string().nullable(),
  messages: z.number(),
  /** What the agent last sent and received together: how full its context is. */
  tokens: z.number().nullable(),
});
/** What a list of sessions tells beyond what their files' names say. */
export type SessionDetail = z.infer<typeof detailSchema>;

const indexSchema = z.object({
  version: z.literal(1),
  sessions: z.record(
    z.string(),
    z.object({ bytes: z.number(), modified_ms: z.number(), detail: detailSchema }),
  ),
});
type Index = z.infer<typeof indexSchema>;

/** Entries kept; a machine with more sessions reads the oldest again. */
const MAX_SESSIONS = 20_000;

/** Details of sessions, read once and then known by size and time. Only for speed: it may be deleted. */
export interface SessionIndex {
  detailOf(session: AgentSession): Promise<SessionDetail>;
  /** Writes what was learnt; a failure costs only time. */
  save(): void;
}

/** Opens the index of this user. */
export function openSessionIndex({ home, env }: AgentEnvironment): SessionIndex {
  const cache = env.XDG_CACHE_HOME || path.join(home, ".cache");
  const file = path.join(cache, "holdall", "sessions-1.json");
  const index = readIndex(file);
  let isNew = false;
  return {
    async detailOf(found) {
      const { session } = found;
      const key = `${session.agent}\0${session.path}\0${session.id}`;
      const known = index.sessions[key];
      const { bytes, modified_ms } = session;
      if (known?.bytes === bytes && known.modified_ms === modified_ms) return known.detail;
      const detail = await readDetail(found);
      index.sessions[key] = { bytes, modified_ms, detail };
      isNew = true;
      return detail;
    },
    save() {
      if (isNew) writeIndex(file, index);
    },
  };
}

function readIndex(file: string): Index {
  const empty: Index = { version: 1, sessions: {} };
  try {
    const parsed = indexSchema.safeParse(JSON.parse(fs.readFileSync(file, "utf8")));
    return parsed.success ? parsed.data : empty;
  } catch {
    return empty; // Not there yet, or damaged: it is made again.
  }
}

function writeIndex(file: string, index: Index): void {
  const entries = Object.entries(index.sessions).slice(-MAX_SESSIONS);
  const temporary = `${file}.${process.pid}`;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const text = JSON.stringify({ ...index, sessions: Object.fromEntries(entries) });
    fs.writeFileSync(temporary, text, { mode: 0o600 });
    fs.renameSync(temporary, file);
  } catch {
    removeIfThere(temporary); // A read-only home: the next list is slow again.
  }
}

function removeIfThere(file: string): void {
  try {
    fs.rmSync(file, { force: true });
  } catch {
    // Not even its folder can be entered.
  }
}

async function readDetail({ agent, session }: AgentSession): Promise<SessionDetail> {
  const reading = await agent.read(await agent.open(session));
  const { title, model, messages, tokens } = await describeSession(reading);
  return { title, model, version: reading.header.agent_version, messages, tokens };
}
