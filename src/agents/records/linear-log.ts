import { createFindings } from "../../base/findings.ts";
import { emptyHeader, type TranscriptItem } from "../../model/transcript.ts";
import { createAccounting } from "../accounting.ts";
import type { IndexedSession, SessionSource } from "../agent.ts";
import { buildItems } from "../build-items.ts";
import { bodiesByKind } from "../record-kinds.ts";
import type { LinearFormat } from "./linear-format.ts";
import { createThreadIndex, type LinearThread } from "./linear-threads.ts";
import { openRecords, type RecordReader } from "./record-reader.ts";
import { placeIn, scanRecords } from "./scan-records.ts";

/** Reads a session that is a log: the conversation, paths that were left, then sub-agents, which may have files of their own. */
export async function readLinear(
  source: SessionSource,
  form: LinearFormat,
): Promise<IndexedSession> {
  const findings = createFindings("lenient");
  const accounting = createAccounting();
  const index = createThreadIndex(form, findings);
  let complete_bytes = 0;
  for (const [number, file] of source.files.entries()) {
    const onRecord = index.startFile(file, number === 0);
    const bytes = await scanRecords(file, { findings, accounting, onRecord });
    if (number === 0) complete_bytes = bytes;
  }
  const threads = index.threads();
  for (const { records, paths } of threads) {
    const heads = new Set(paths.abandoned.map(({ entries }) => entries[0]));
    for (const [at, { type, hasItems }] of records.entries()) {
      accounting.count(type, hasItems || heads.has(at) ? "transcript" : "opaque");
    }
  }
  const { id, cwd } = source.session;
  return {
    header: { ...emptyHeader(form.agent, id), cwd, ...index.facts() },
    accounting: accounting.result(),
    findings: findings.list(),
    complete_bytes,
    items: () => readItems(threads, form),
  };
}

async function* readItems(
  threads: readonly LinearThread[],
  form: LinearFormat,
): AsyncGenerator<TranscriptItem> {
  for (const thread of threads) {
    const reader = openRecords(thread.file);
    try {
      yield* threadItems(thread, form, reader);
    } finally {
      await reader.close();
    }
  }
}

async function* threadItems(
  { id: thread, file, records, paths }: LinearThread,
  form: LinearFormat,
  reader: RecordReader,
): AsyncGenerator<TranscriptItem> {
  const bodiesOf = form.startPass();
  const keptAt = form.followKept?.() ?? (() => []);
  const atOf = form.followTimes?.() ?? form.atOf;
  const lastItems = new Map<number, string>();
  const ways = [
    { from: null, entries: paths.main, isLeft: false },
    ...paths.abandoned.map((way) => ({ ...way, isLeft: true })),
  ];
  for (const { from, entries, isLeft } of ways) {
    let parent: string | null = lastItems.get(from ?? -1) ?? null;
    let branch: string | null = null;
    for (const at of entries) {
      const record = records[at];
      if (record === undefined) continue;
      const { location, id, type } = record;
      const value = await reader.read(location);
      const bodies = [...bodiesByKind(form.kinds, type, bodiesOf(value, location.line))];
      if (isLeft && branch === null) {
        bodies.unshift({ kind: "branch", reason: LEFT });
        branch = id;
      }
      const source = { ...placeIn(file, location.line), type };
      const items = buildItems({ id, parent, at: atOf(value), source, thread, branch }, bodies);
      for (const item of items) {
        const kept = [...keptAt(item, value)];
        yield item.kind === "compaction" ? { ...item, kept } : item;
      }
      parent = items.at(-1)?.id ?? parent;
      if (parent !== null) lastItems.set(at, parent);
    }
  }
}

const LEFT = "The conversation continued from an earlier entry";
