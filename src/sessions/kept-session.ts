/** Pages of a session for a server, which keeps what it has read of one from call to call. */

import type { SessionSource } from "../agents/agent.ts";
import type { AgentSession } from "../agents/agent-session.ts";
import type { TranscriptHeader } from "../model/transcript.ts";
import type {
  ConversationKey,
  KeptConversations,
} from "../pages/conversation/kept-conversations.ts";
import { createImageChooser } from "../pages/conversation/row-images.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { pricesFor } from "../runtime/prices.ts";
import { agentEnvironment } from "./agent-sessions.ts";
import { idleSession } from "./idle-session.ts";
import { loadKnownSessions } from "./index/known-files.ts";
import { withIndex } from "./index/open-index.ts";
import { type NamedSource, nameSource, stampsOf } from "./named-source.ts";
import { resumeCommand } from "./resume-command.ts";
import { readBeginning, wantsBeginning } from "./session-beginning.ts";
import { showReading } from "./show-progress.ts";

/** What is shown above a conversation. */
export function headerFacts({ title, cwd, model, started_at }: TranscriptHeader) {
  return { title, cwd, model, started_at };
}

/** The words that name a session. */
interface Named {
  readonly what: string;
  readonly session: string | undefined;
}

/**
 * Finds what words name. A session that was found before is looked for in its place first, and the heads of
 * the others are in the index: with thousands of sessions, reading them all would be most of a call.
 */
export async function nameKept(
  context: OperationContext,
  kept: KeptConversations,
  { what, session }: Named,
): Promise<NamedSource> {
  if (session === undefined) return nameSource(context, what);
  const key = JSON.stringify([what, session]);
  const earlier = kept.findPlace(key);
  const same = earlier === null ? null : await findAgain(earlier);
  if (same !== null) return { kind: "session", ...same };
  const named = await withIndex(context, (database) => {
    const known = loadKnownSessions(database);
    const agents = { ...agentEnvironment(context), known };
    return nameSource({ ...context, agents }, what, { session });
  });
  if (named.kind === "session") kept.keepPlace(key, named);
  return named;
}

/** The session as it is now, where it was; null when it is no longer there. */
async function findAgain({ agent, session, isStored }: AgentSession): Promise<AgentSession | null> {
  const now = await agent.recognise(session.path).catch(() => null);
  return now?.id === session.id ? { agent, session: now, isStored } : null;
}

/** The part of a session that is asked for. */
interface Asked {
  readonly named: AgentSession;
  readonly from: number | null;
  readonly limit: number;
}

/** Reads a page of a session; of a long one that nobody has asked for before, the beginning must do at first. */
export async function readKeptPage(
  context: OperationContext,
  kept: KeptConversations,
  { named, from, limit }: Asked,
) {
  const { agent, session: found } = await idleSession(context, named, false);
  const opened = await agent.open(found);
  const { progress, signal } = context;
  const { displayName, tools } = agent;
  const prices = pricesFor(context);
  const resume = named.isStored ? resumeCommand(agent, found) : null;
  const place = { id: found.id, path: found.path, resume };
  const factsWith = (header: TranscriptHeader) => {
    return { kind: "session" as const, agent: displayName, ...place, ...headerFacts(header) };
  };
  const key = keyOf(opened, named.kept === undefined ? await stampsOf(opened) : null);
  if (!kept.has(key) && wantsBeginning(opened, { from, limit })) {
    const beginning = await readBeginning(agent, opened, { limit, prices });
    if (beginning !== null) {
      const { header, page } = beginning;
      return { facts: factsWith(header), page, isProvisional: true };
    }
  }
  const read = await kept.page(key, { from, limit, progress, signal }, async (report) => {
    const session = await agent.read(showReading(opened, report));
    return {
      facts: factsWith(session.header),
      tools,
      prices,
      chooseImages: createImageChooser(),
      items: () => session.items(),
    };
  });
  return { ...read, isProvisional: false };
}

/** A session is another version when one of its files was written, or its last message is another one. */
function keyOf({ session, files }: SessionSource, stamps: unknown): ConversationKey {
  const { agent, path, id, modified_ms } = session;
  const sizes = files.map((file) => [file.path, file.bytes]);
  return {
    id: JSON.stringify([agent, path, id]),
    version: JSON.stringify([modified_ms, sizes, stamps]),
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  };
}
