import { createFindings } from "../../base/findings.ts";
import { emptyHeader, type TranscriptItem } from "../../model/transcript.ts";
import { createAccounting } from "../accounting.ts";
import type { IndexedSession, SessionSource } from "../agent.ts";
import { reportUnknown } from "../report-unknown.ts";
import { indexRows, type RowIndex } from "./index-rows.ts";
import { kinds } from "./kinds.ts";
import type { OpencodeProgram } from "./program.ts";
import { readItems } from "./read-items.ts";

/** Reads a session: messages and their parts, and the sessions it started. */
export async function read(
  { id: agent, testedVersions }: OpencodeProgram,
  source: SessionSource,
): Promise<IndexedSession> {
  const findings = createFindings("lenient");
  const accounting = createAccounting();
  const indexes: RowIndex[] = [];
  for (const file of source.files) {
    const id = indexes.length === 0 ? source.session.id : file.path;
    indexes.push(await indexRows(file, id, { findings, accounting }));
  }
  const [main] = indexes;
  const facts = main?.facts;
  const version = facts?.agent_version ?? null;
  const types = accounting.result().by_type;
  reportUnknown({ types, kinds, version, testedVersions }, findings);
  return {
    header: {
      ...emptyHeader(agent, facts?.session_id ?? source.session.id),
      agent_version: version,
      cwd: facts?.cwd ?? source.session.cwd,
      started_at: facts?.started_at ?? null,
      title: facts?.title ?? null,
      model: facts?.model ?? null,
    },
    accounting: accounting.result(),
    findings: findings.list(),
    complete_bytes: main?.complete_bytes ?? 0,
    items: () => readAll(indexes),
  };
}

async function* readAll(indexes: readonly RowIndex[]): AsyncGenerator<TranscriptItem> {
  for (const [number, index] of indexes.entries()) {
    yield* readItems(index, number === 0 ? null : index.facts.session_id);
  }
}
