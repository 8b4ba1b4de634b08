import { createFindings } from "../base/findings.ts";
import type { JsonObject } from "../base/json/value.ts";
import { excerpt } from "../base/text.ts";
import { emptyHeader, type TranscriptHeader, type TranscriptItem } from "../model/transcript.ts";
import { createAccounting } from "./accounting.ts";
import type { Reading, SessionSource, SourceFile } from "./agent.ts";
import { type ItemBody, makeItems } from "./make-items.ts";
import { promptTitle } from "./prompt-title.ts";
import { openRecords } from "./record-reader.ts";
import { type RecordPlace, scanRecords } from "./scan-records.ts";

/** How an agent writes a log in which records simply follow each other. */
export interface LinearForm {
  readonly agent: string;
  /** The agent's word for a record. */
  typeOf(record: JsonObject): string;
  isKnown(type: string): boolean;
  /** Its own id for a record; null where it has none. */
  idOf(record: JsonObject): string | null;
  atOf(record: JsonObject): string | null;
  /** The sub-agent a record belongs to. */
  threadOf(record: JsonObject): string | null;
  /** Starts a pass: what a record says may depend on those before it. */
  begin(): (record: JsonObject, line: number) => readonly ItemBody[];
  /** What a record says of its session; null when it says nothing. */
  factsOf(record: JsonObject): Partial<TranscriptHeader> | null;
}

interface LinearRecord {
  readonly place: RecordPlace;
  readonly id: string;
}

/** Reads a session that is one log, in the order of the log; sub-agents come after it. */
export async function readLinear(source: SessionSource, form: LinearForm): Promise<Reading> {
  const [file] = source.files;
  const findings = createFindings("lenient");
  const accounting = createAccounting();
  const records: LinearRecord[] = [];
  const threads = new Set<string>();
  const ids = new Set<string>();
  const unknown = new Set<string>();
  const bodiesOf = form.begin();
  let facts: Partial<TranscriptHeader> = {};
  let prompt: string | null = null;

  function see(record: JsonObject, place: RecordPlace): void {
    const bodies = bodiesOf(record, place.line);
    const type = form.typeOf(record);
    const own = form.factsOf(record);
    if (own !== null) facts = { ...facts, ...own };
    accounting.count(type, bodies.length > 0 ? "transcript" : "opaque");
    records.push({ place, id: uniqueId(form.idOf(record), place) });
    const thread = form.threadOf(record);
    if (thread !== null) threads.add(thread);
    for (const body of bodies) {
      if (body.kind !== "message" || thread !== null) continue;
      if (body.role === "user") prompt ??= promptTitle(body.text);
      else if (body.model !== null) facts = { ...facts, model: body.model };
    }
    if (form.isKnown(type) || unknown.has(type) || unknown.size > 100) return;
    unknown.add(type);
    const at = { file: file?.path, line: place.line };
    findings.warn("W_UNKNOWN_RECORD", at, `Records of type "${excerpt(type)}" are not known`);
  }

  function uniqueId(id: string | null, { line }: RecordPlace): string {
    const isDoubled = id !== null && ids.has(id);
    if (isDoubled) findings.warn("W_DUP_ID", { file: file?.path, line }, "An id is used twice");
    const unique = id === null ? `line-${line}` : isDoubled ? `${id}@${line}` : id;
    ids.add(unique);
    return unique;
  }

  const complete_bytes =
    file === undefined ? 0 : await scanRecords(file, { findings, accounting, see });
  return {
    header: {
      ...emptyHeader(form.agent, source.session.id),
      cwd: source.session.cwd,
      ...facts,
      title: facts.title ?? prompt,
    },
    accounting: accounting.result(),
    findings: findings.list(),
    complete_bytes,
    items: () => readItems(file, form, { records, threads: [null, ...threads] }),
  };
}

interface Outline {
  readonly records: readonly LinearRecord[];
  readonly threads: readonly (string | null)[];
}

async function* readItems(
  file: SourceFile | undefined,
  form: LinearForm,
  { records, threads }: Outline,
): AsyncGenerator<TranscriptItem> {
  if (file === undefined) return;
  for (const thread of threads) {
    const reader = openRecords(file);
    const bodiesOf = form.begin();
    let parent: string | null = null;
    try {
      for (const { place, id } of records) {
        const { value, raw } = await reader.read(place);
        const bodies = bodiesOf(value, place.line);
        if (form.threadOf(value) !== thread) continue;
        const source = { file: file.path, line: place.line, type: form.typeOf(value) };
        const origin = { id, parent, at: form.atOf(value), source, raw, thread, branch: null };
        const items = makeItems(origin, bodies.length === 0 ? [{ kind: "opaque" }] : bodies);
        yield* items;
        parent = items.at(-1)?.id ?? parent;
      }
    } finally {
      await reader.close();
    }
  }
}
