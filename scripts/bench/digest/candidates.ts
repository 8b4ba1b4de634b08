import type { TranscriptItem } from "../../../src/model/transcript.ts";
import type { Claim } from "../../../src/transcripts/claims/claim.ts";
import { renderMarkdown } from "../../../src/transcripts/markdown.ts";
import { prepareHandoff } from "../prepare-handoff.ts";
import type { LoadedSession } from "./session.ts";

const BYTES_PER_TOKEN = 4;

/** The page that `handoff SESSION page.md --budget N` writes, with claims as `--claims` gives them. */
export async function renderPage(
  session: LoadedSession,
  budget: number,
  claims: readonly Claim[] = [],
): Promise<string> {
  const { agent, header } = session;
  const handoff = await prepareHandoff({
    session: { header, items: () => streamOf(session.items) },
    sourceAgent: agent,
    receiver: agent,
    transfer: "translation",
    isConversation: true,
    since: null,
    until: null,
    budget,
    redact: true,
    isPage: true,
    thinking: false,
    map: [],
    losses: [],
    now: new Date("2026-01-06T09:00:00Z"),
    claims,
    changedSince: async () => [],
  });
  const pieces = renderMarkdown(handoff.header, handoff.title, handoff.note, handoff.items());
  return (await Array.fromAsync(pieces)).join("");
}

/** What people do by hand: the first message, and the newest of what was said, together so many tokens. */
export function firstAndTail({ items }: LoadedSession, tokens: number): string {
  const messages = items.filter(isMain).flatMap((item) => (item.kind === "message" ? [item] : []));
  const conversation = messages.map(({ role, text }) => `${role}: ${text}`).join("\n\n");
  const request = messages.find(({ role }) => role === "user")?.text ?? "";
  // A quarter of it at most: the first message may be a pasted file.
  const first = `user: ${request.slice(0, tokens)}\n\n`;
  return first + lastBytes(conversation, tokens * BYTES_PER_TOKEN - Buffer.byteLength(first));
}

/** The agent's own last summary, with everything said since; null when it has none that can be read. */
export function ownCompaction({ items }: LoadedSession): string | null {
  const main = items.filter(isMain);
  const at = main.findLastIndex((item) => item.kind === "compaction" && item.summary !== null);
  const compaction = main[at];
  return compaction?.kind === "compaction" ? compaction.summary : null;
}

function isMain({ thread, branch }: TranscriptItem): boolean {
  return thread === null && branch === null;
}

function lastBytes(text: string, bytes: number): string {
  const all = Buffer.from(text);
  return all
    .subarray(Math.max(0, all.length - bytes))
    .toString()
    .replace(/^\uFFFD+/, "");
}

async function* streamOf<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
