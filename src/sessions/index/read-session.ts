import type { Agent, FoundSession, IndexedSession, StartedSessions } from "../../agents/agent.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { createRedactor, type Redactor } from "../../redact/redactor.ts";
import { describeSession } from "../../transcripts/describe-session.ts";
import type { SessionActivity } from "../../transcripts/session-activity.ts";
import { createEntryReader, type Entry, fileOf } from "./item-text.ts";
import { positionsOf, type StreamPosition, tailOf } from "./streams.ts";

/** What lists show of a session. */
export interface SessionDetail {
  readonly title: string | null;
  readonly model: string | null;
  readonly version: string | null;
  readonly branch: string | null;
  readonly messages: number;
  /** What the agent last sent and received together: how full its context is. */
  readonly tokens: number | null;
  /** What was done, day by day. */
  readonly activity: SessionActivity;
}

/** What is read from a session for the index. */
export interface SessionText {
  readonly entries: readonly Entry[];
  /** How many messages, calls and results are not in the entries, or not to their end. */
  readonly cut: number;
  readonly files: ReadonlySet<string>;
  /** Where the next reading can begin. */
  readonly positions: readonly StreamPosition[];
  /** How many different secrets were replaced. */
  readonly secrets: number;
  /** Null when only the new part was read: counts need all of the session. */
  readonly detail: SessionDetail | null;
}

/** Reads what lists show of a session; there is no secret in it. */
export async function readDetail(
  agent: Agent,
  session: FoundSession,
  started: StartedSessions,
): Promise<SessionDetail> {
  const reading = await agent.read(await agent.open(session, started));
  const detail = await detailOf(reading, reading.items());
  const { title } = detail;
  if (title === null) return detail;
  // Only the rest of the session shows whether such a word is a secret.
  if (title.split(" ").some(isUnusual)) return (await readText(agent, reading)).detail ?? detail;
  return { ...detail, title: createRedactor().text(title, "") };
}

/** What a redactor might replace wherever it is: long, with digits or capitals, or very long. */
export function isUnusual(text: string): boolean {
  return text.length >= 16 || (text.length >= 10 && /[0-9A-Z_]/.test(text));
}

async function detailOf(
  { header }: IndexedSession,
  items: AsyncIterable<TranscriptItem>,
): Promise<SessionDetail> {
  const described = await describeSession({ header, items: () => items });
  const { title, model, messages, tokens, days, worked_ms, calls } = described;
  const { agent_version: version, git_branch: branch } = header;
  const activity = { days, worked_ms, calls };
  return { title, model, version, branch, messages, tokens, activity };
}

/** What an earlier reading left. */
export type EarlierReading = Pick<SessionText, "positions" | "secrets">;

/** A session to be read for the index. */
export interface SessionToRead {
  readonly agent: Agent;
  readonly session: FoundSession;
  readonly started: StartedSessions;
  readonly before: EarlierReading | null;
}

/**
 * Reads the words of a session: only what was added since an earlier reading where that is possible, else all
 * of it. Secrets are never kept, so a session in which there are some is read from its beginning.
 */
export async function readSessionText({
  agent,
  session,
  started,
  before,
}: SessionToRead): Promise<SessionText> {
  const source = await agent.open(session, started);
  const canContinue = before?.secrets === 0 && agent.rewritesRecords !== true;
  const tail = canContinue ? await tailOf(source, before.positions) : null;
  const positions = await positionsOf(source);
  if (tail !== null) {
    const added = await readText(agent, await agent.read(tail));
    if (added.secrets === 0) return { ...added, positions, detail: null };
  }
  return { ...(await readText(agent, await agent.read(source))), positions };
}

/** Characters of one session that are kept; the longest sessions that we know have half of it. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
/** Files of one session that can be found by name. */
const MAX_FILES = 10_000;

/** Reads the words of a session that is open, without secrets. */
export async function readText(
  agent: Agent,
  reading: IndexedSession,
): Promise<Omit<SessionText, "positions">> {
  const redactor = createRedactor();
  const read = createEntryReader(agent.tools, redactor);
  const entries: Entry[] = [];
  const files = new Set<string>();
  let characters = 0;
  let cut = 0;
  async function* watched(): AsyncGenerator<TranscriptItem> {
    for await (const item of reading.items()) {
      const entry = read(item);
      const file = fileOf(item, agent.tools);
      const isKept = characters < MAX_CHARACTERS;
      if (entry !== null && isKept) entries.push(entry);
      if (entry !== null && (entry.isCut || !isKept)) cut++;
      if (file !== null && files.size < MAX_FILES) files.add(file);
      characters += entry?.text.length ?? 0;
      yield item;
    }
  }
  const { title, ...detail } = await detailOf(reading, watched());
  const clean = cleaner(redactor);
  return {
    entries: entries.map((entry) => ({ ...entry, text: clean(entry.text) })),
    cut,
    files: new Set([...files].map(clean)),
    secrets: redactor.report().length,
    detail: { ...detail, title: title && clean(title) },
  };
}

/** Replaces also what was recognised as a secret only after a text had been read. */
function cleaner(redactor: Redactor): (text: string) => string {
  if (redactor.report().length === 0) return (text) => text;
  const again = redactor.withEmptyReport();
  return (text) => again.text(text, "");
}
