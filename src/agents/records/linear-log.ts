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
  /** Starts a pass: what a record says may depend on those before it. */
  startPass(): (record: JsonObject, line: number) => readonly ItemBody[];
  /** What a record says of its session; null when it says nothing. */
  factsOf(record: JsonObject): Partial<TranscriptHeader> | null;
}

/** Types that are named as unknown; what is no log of this agent has one in every line. */
const MAX_UNKNOWN_TYPES = 100;

interface LinearRecord {
  readonly location: RecordLocation;
  readonly id: string;
}

/** Reads a session that is one log, in the order of the log; sub-agents come after it. */
export async function readLinear(
  source: SessionSource,
  form: LinearFormat,
): Promise<IndexedSession> {
  const [file] = source.files;
  const findings = createFindings("lenient");
  const accounting = createAccounting();
  const records: LinearRecord[] = [];
  const threads = new Set<string>();
  const bodiesOf = form.startPass();
  const uniqueId = createUniqueIds(findings, file);
  const noteType = createUnknownTypeReport(findings, file);
  const facts = createHeaderFacts();

  function see(record: JsonObject, location: RecordLocation): void {
    const type = form.typeOf(record);
    const bodies = bodiesByKind(form.kinds, type, bodiesOf(record, location.line));
    const thread = form.threadOf(record);
    accounting.count(type, isOpaque(bodies) ? "opaque" : "transcript");
    records.push({ location, id: uniqueId(form.idOf(record), location.line) });
    facts.add(form.factsOf(record));
    if (thread === null) facts.infer(bodies);
    else threads.add(thread);
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
    items: () => readItems(file, form, { records, threads: [null, ...threads] }),
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

interface LinearIndex {
  readonly records: readonly LinearRecord[];
  readonly threads: readonly (string | null)[];
}

async function* readItems(
  file: SourceFile | undefined,
  form: LinearFormat,
  { records, threads }: LinearIndex,
): AsyncGenerator<TranscriptItem> {
  if (file === undefined) return;
  for (const thread of threads) {
    const reader = openRecords(file);
    const bodiesOf = form.startPass();
    let parent: string | null = null;
    try {
      for (const { location, id } of records) {
        const value = await reader.read(location);
        const bodies = bodiesOf(value, location.line);
        if (form.threadOf(value) !== thread) continue;
        const type = form.typeOf(value);
        const source = { file: file.path, line: location.line, type };
        const origin = { id, parent, at: form.atOf(value), source, thread, branch: null };
        const items = buildItems(origin, bodiesByKind(form.kinds, type, bodies));
        yield* items;
        parent = items.at(-1)?.id ?? parent;
      }
    } finally {
      await reader.close();
    }
  }
}
