import type { Ledger } from "../../ledger/ledger.ts";
import { readTexts } from "../../ledger/text-lookup.ts";
import { countNamespaces, selectUnits } from "../../memory/tables.ts";
import { createRedactor } from "../../redact/redactor.ts";
import { describeAddress } from "../../state/address.ts";
import { loadState } from "../../state/load.ts";
import { findSessions } from "../../state/session/find-sessions.ts";
import { showState } from "../../state/show.ts";
import type { Transaction } from "../../stores/store.ts";
import { listThreads } from "../../threads/list.ts";
import { showThread } from "../../threads/show.ts";
import { viewTurns } from "../../transcripts/turn-view.ts";
import { cutEnd, type Entry } from "./item-text.ts";

/** Something of a workspace that can be found: a thread, a unit of the memory, an entry of a state. */
export interface WorkspaceSource {
  readonly kind: "thread" | "memory" | "state";
  readonly id: string;
  readonly title: string | null;
  readonly modified_ms: number;
  readonly entries: readonly Entry[];
  /** Whether it has turns that are not in the entries. */
  readonly hasMore: boolean;
}

/** Of each kind at most so many are indexed, the newest. */
const MAX_SOURCES = 5000;
const MAX_TURNS = 500;

/** Reads what can be found in a workspace, without secrets. */
export async function readWorkspace(ledger: Ledger): Promise<readonly WorkspaceSource[]> {
  return ledger.read(async (tx) => [
    ...(await readThreads(tx)),
    ...(await readUnits(tx)),
    ...(await readStates(tx)),
  ]);
}

async function readThreads(tx: Transaction): Promise<WorkspaceSource[]> {
  const threads = await listThreads(tx, { archived: true });
  const sources: WorkspaceSource[] = [];
  for (const { thread_id, title, created_at_ms } of threads.slice(-MAX_SOURCES)) {
    const clean = createRedactor();
    const { turns } = await showThread(tx, thread_id, { limit: MAX_TURNS });
    const items = viewTurns(turns).map(({ kind, text, tool }) => ({
      kind: kindOf(kind),
      tool: tool?.name ?? null,
      text: clean.text([text, tool?.result ?? ""].join("\n").trim(), ""),
    }));
    const again = clean.again();
    const entries = items.map((item) => entryOf({ ...item, text: again.text(item.text, "") }));
    const name = title === null ? null : again.text(clean.text(title, ""), "");
    sources.push({
      kind: "thread",
      id: thread_id,
      title: name,
      modified_ms: created_at_ms,
      entries,
      hasMore: turns.length >= MAX_TURNS,
    });
  }
  return sources;
}

function kindOf(kind: ReturnType<typeof viewTurns>[number]["kind"]): Entry["kind"] {
  return kind === "tool" || kind === "file" ? "call" : kind;
}

async function readUnits(tx: Transaction): Promise<WorkspaceSource[]> {
  const clean = createRedactor();
  const sources = new Map<string, WorkspaceSource>();
  for (const { namespace } of await countNamespaces(tx)) {
    const rows = await selectUnits(tx, { namespace }, MAX_SOURCES);
    const texts = await readTexts(
      tx,
      rows.map(({ content }) => content),
    );
    for (const row of rows) {
      const text = texts.find(row.content);
      if (text == null) continue; // Redacted.
      const entry = entryOf({ kind: "assistant", tool: null, text: clean.text(text, "") });
      sources.set(row.unit_id, {
        kind: "memory",
        id: row.unit_id,
        title: row.node_id,
        modified_ms: timeOf(row.created_at),
        entries: [entry],
        hasMore: false,
      });
    }
  }
  return [...sources.values()];
}

async function readStates(tx: Transaction): Promise<WorkspaceSource[]> {
  const clean = createRedactor();
  const sources: WorkspaceSource[] = [];
  for (const { address } of await findSessions(tx, {})) {
    const loaded = await loadState(tx, address);
    if (loaded === null) continue;
    const viewer = { namespace: null };
    const { entries } = await showState(tx, loaded.state, { archived: false, viewer });
    const name = describeAddress(address);
    for (const entry of entries.slice(0, MAX_SOURCES)) {
      const text = clean.text(entry.content, "");
      const found = entryOf({ kind: "assistant", tool: null, text });
      const modified_ms = timeOf(entry.committed_at);
      sources.push({
        kind: "state",
        id: entry.id,
        title: name,
        modified_ms,
        entries: [found],
        hasMore: false,
      });
    }
  }
  return sources;
}

/** Other programs may have written any text as a time. */
function timeOf(text: string): number {
  return Date.parse(text) || 0;
}

function entryOf({ kind, tool, text }: Pick<Entry, "kind" | "tool" | "text">): Entry {
  return { kind, at_ms: null, tool, tool_kind: null, ...cutEnd(text) };
}
