import { createFindings, type Findings } from "../../base/findings.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { excerpt } from "../../base/text/text.ts";
import { emptyHeader, type TranscriptHeader, type TranscriptItem } from "../../model/transcript.ts";
import { createAccounting } from "../accounting.ts";
import type { IndexedSession, SessionSource, SourceFile } from "../agent.ts";
import { buildItems, type ItemBody } from "../build-items.ts";
import { titleAfter } from "../prompt-title.ts";
import { bodiesByKind, isOpaque, type RecordKinds } from "../record-kinds.ts";
import { openRecords } from "./record-reader.ts";
import { type RecordLocation, scanRecords } from "./scan-records.ts";

/** How an agent writes a log in which records simply follow each other. */
export interface LinearFormat {
  readonly agent: string;
  /** The agent's word for a record. */
  typeOf(record: JsonObject): string;
  readonly kinds: RecordKinds;
  /** Its own id for a record; null where it has none. */
  idOf(record: JsonObject): string | null;
  atOf(record: JsonObject): string | null;
  /** The sub-agent a record belongs to. */
  threadOf(record: JsonObject): string | null;
  /** Starts a pass over the records of one thread: what a record says may depend on those before it. */
  startPass(): (record: JsonObject, line: number) => readonly ItemBody[];
  /**
   * Starts to follow the items of a thread; for a compaction the answer is the ids of those that stay in force. Absent
   * for an agent that keeps none.
   */
  followKept?(): (item: TranscriptItem) => readonly string[];
  /** What a record says of its session; null when it says nothing. */
  factsOf(record: JsonObject): Partial<TranscriptHeader> | null;
}

/** Types that are named as unknown; what is no log of this agent has one in every line. */
const MAX_UNKNOWN_TYPES = 100;

interface LinearRecord {
  readonly location: RecordLocation;
  readonly id: string;
}

/** The records of the conversation or of one sub-agent, and the pass over them. */
interface LinearThread {
  readonly records: LinearRecord[];
  readonly bodiesOf: ReturnType<LinearFormat["startPass"]>;
}

function startThread(form: LinearFormat): LinearThread {
  return { records: [], bodiesOf: form.startPass() };
}

/** Reads a session that is one log, in the order of the log; sub-agents come after it. */
export async function readLinear(
  source: SessionSource,
  form: LinearFormat,
): Promise<IndexedSession> {
  const [file] = source.files;
  const findings = createFindings("lenient");
  const accounting = createAccounting();
  const threads = new Map<string | null, LinearThread>([[null, startThread(form)]]);
  const uniqueId = createUniqueIds(findings, file);
  const noteType = createUnknownTypeReport(findings, file);
  const facts = createHeaderFacts();

  function see(record: JsonObject, location: RecordLocation): void {
    const type = form.typeOf(record);
    const id = form.threadOf(record);
    const thread = threads.get(id) ?? startThread(form);
    threads.set(id, thread);
    const bodies = bodiesByKind(form.kinds, type, thread.bodiesOf(record, location.line));
    accounting.count(type, isOpaque(bodies) ? "opaque" : "transcript");
    thread.records.push({ location, id: uniqueId(form.idOf(record), location.line) });
    facts.add(form.factsOf(record));
    if (id === null) facts.infer(bodies);
    if (!form.kinds.has(type)) noteType(type, location.line);
  }

  const complete_bytes =
    file === undefined ? 0 : await scanRecords(file, { findings, accounting, onRecord: see });
  const { id, cwd } = source.session;
  return {
    header: { ...emptyHeader(form.agent, id), cwd, ...facts.all() },
    accounting: accounting.result(),
    findings: findings.list(),
    complete_bytes,
    items: () => readItems(file, form, threads),
  };
}

/** Gives every record an id of its own, the agent's where it can. */
function createUniqueIds(findings: Findings, file: SourceFile | undefined) {
  const ids = new Set<string>();
  return (id: string | null, line: number): string => {
    const isDoubled = id !== null && ids.has(id);
    if (isDoubled) findings.warn("W_DUP_ID", { file: file?.path, line }, "An id is used twice");
    const unique = id === null ? `line-${line}` : isDoubled ? `${id}@${line}` : id;
    ids.add(unique);
    return unique;
  };
}

/** Says of each type that nobody knows where it was met first. */
function createUnknownTypeReport(findings: Findings, file: SourceFile | undefined) {
  const unknown = new Set<string>();
  return (type: string, line: number): void => {
    if (unknown.has(type) || unknown.size > MAX_UNKNOWN_TYPES) return;
    unknown.add(type);
    const at = { file: file?.path, line };
    findings.warn("W_UNKNOWN_RECORD", at, `Records of type "${excerpt(type)}" are not known`);
  };
}

/** What is known of a session: what its records say of it, and what its messages let one see. */
function createHeaderFacts() {
  let facts: Partial<TranscriptHeader> = {};
  let prompt: string | null = null;
  return {
    add(found: Partial<TranscriptHeader> | null): void {
      if (found !== null) facts = { ...facts, ...found };
    },
    infer(bodies: readonly ItemBody[]): void {
      for (const body of bodies) {
        if (body.kind !== "message") continue;
        if (body.sender !== undefined) continue;
        if (body.role === "user") prompt = titleAfter(prompt, body.text);
        else if (body.model !== null) facts = { ...facts, model: body.model };
      }
    },
    all: () => ({ ...facts, title: facts.title ?? prompt }),
  };
}

async function* readItems(
  file: SourceFile | undefined,
  form: LinearFormat,
  threads: ReadonlyMap<string | null, LinearThread>,
): AsyncGenerator<TranscriptItem> {
  if (file === undefined) return;
  for (const [thread, { records }] of threads) {
    const reader = openRecords(file);
    const bodiesOf = form.startPass();
    const keptAt = form.followKept?.() ?? (() => []);
    let parent: string | null = null;
    try {
      for (const { location, id } of records) {
        const value = await reader.read(location);
        const type = form.typeOf(value);
        const source = { file: file.path, line: location.line, type };
        const origin = { id, parent, at: form.atOf(value), source, thread, branch: null };
        const bodies = bodiesByKind(form.kinds, type, bodiesOf(value, location.line));
        const items = buildItems(origin, bodies);
        for (const item of items) {
          const kept = [...keptAt(item)];
          yield item.kind === "compaction" ? { ...item, kept } : item;
        }
        parent = items.at(-1)?.id ?? parent;
      }
    } finally {
      await reader.close();
    }
  }
}
