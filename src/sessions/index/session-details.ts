import type { DatabaseSync } from "node:sqlite";
import type { StartedSessions } from "../../agents/agent.ts";
import type { AgentSession } from "../../agents/agent-session.ts";
import { withTemporaries } from "../../disk/temporary.ts";
import type { KnownSessions, KnownSource } from "./known-files.ts";
import { readDetail, type SessionDetail } from "./read-session.ts";
import { SELECT_FACTS } from "./tables.ts";
import { transact } from "./transact.ts";
import { writeFacts } from "./write-session.ts";

/** What lists show of sessions: from the index while a session is unchanged, else read from it. */
export interface SessionDetails {
  of(found: AgentSession): Promise<SessionDetail>;
  /** Only what the index has already; null for a session that would have to be read. */
  known(found: AgentSession): SessionDetail | null;
  /** Writes what was read. */
  save(): void;
}

/** Looks details up in the index. */
export function sessionDetails(database: DatabaseSync, known: KnownSessions): SessionDetails {
  const select = database.prepare(SELECT_FACTS);
  let started: StartedSessions | undefined; // Only who reads a session needs it.
  const read: { readonly source: KnownSource; readonly detail: SessionDetail }[] = [];
  const listed = (source: KnownSource | undefined) => {
    const row = source && select.get(source.source);
    return row?.is_current === 1 ? detailIn(row) : null;
  };
  return {
    known: ({ session }) => listed(known.sourceOf(session)),
    async of({ agent, session }) {
      const source = known.sourceOf(session);
      const current = listed(source);
      if (current !== null) return current;
      started ??= known.started();
      const all = started;
      const detail = await withTemporaries(() => readDetail(agent, session, all));
      if (source !== undefined) read.push({ source, detail });
      return detail;
    },
    save() {
      if (read.length === 0) return;
      transact(database, () => {
        for (const { source, detail } of read) writeFacts(database, source, detail);
      });
    },
  };
}

function detailIn(row: Readonly<Record<string, unknown>>): SessionDetail {
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    title: text(row.title),
    model: text(row.model),
    version: text(row.version),
    branch: text(row.branch),
    messages: Number(row.messages),
    tokens: row.tokens === null ? null : Number(row.tokens),
    activity: JSON.parse(String(row.activity)), // As `writeFacts` wrote it.
  };
}
