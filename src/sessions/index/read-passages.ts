import { isAgentId, loadAgent } from "../../agents/registry.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Passage } from "../../memory/search/source.ts";
import { createRedactor } from "../../redact/redactor.ts";
import { entryTextReader } from "../../state/entry-texts.ts";
import type { LiveEntry } from "../../state/state.ts";
import { showThread } from "../../threads/show.ts";
import { openStored } from "../../transcripts/stored-session.ts";
import type { TranscriptRow } from "../../transcripts/tables.ts";
import { viewTurns } from "../../transcripts/turn-view.ts";
import { isUnusual, readText } from "./read-session.ts";

/** A text of which nothing else is known, without secrets. */
export function withoutSecrets(text: string): string {
  return createRedactor().text(text, "");
}

/** A title without secrets: only the rest of a conversation would show whether an unusual word is one. */
export function cleanTitle(title: string): string {
  const parts = withoutSecrets(title).split(" ");
  return parts.map((text) => (isUnusual(text) ? "…" : text)).join(" ");
}

/** The messages, calls and results of an imported session; none of an agent that we do not know. */
export async function readSession(ledger: Ledger, row: TranscriptRow): Promise<readonly Passage[]> {
  if (!isAgentId(row.agent)) return [];
  const agent = await loadAgent(row.agent);
  const { entries } = await readText(agent, await agent.read(await openStored(ledger, row)));
  return entries;
}

/** Turns of a thread that are found, the newest. */
const MAX_TURNS = 5000;

/** The messages, calls and results of a thread. */
export async function readThread(ledger: Ledger, thread_id: string): Promise<readonly Passage[]> {
  const { turns } = await ledger.read((tx) => showThread(tx, thread_id, { limit: MAX_TURNS }));
  const clean = createRedactor();
  const items = viewTurns(turns).map(({ kind, text, tool }) => ({
    kind: kind === "tool" || kind === "file" ? "call" : kind,
    at_ms: null,
    text: clean.text([text, tool?.result ?? ""].join("\n").trim(), ""),
  }));
  // What was recognised as a secret may also be in what was read before.
  const again = clean.withEmptyReport();
  return items.map((item) => ({ ...item, text: again.text(item.text, "") }));
}

/** An entry of a state; nothing when its text was redacted. */
export async function readEntry(
  ledger: Ledger,
  entry: LiveEntry,
  at_ms: number,
): Promise<readonly Passage[]> {
  const texts = await ledger.read((tx) => entryTextReader(tx)([entry]));
  const text = texts.get(entry);
  return text === null ? [] : [{ kind: "entry", at_ms, text: withoutSecrets(text) }];
}
