import { posix } from "node:path";
import type { Findings } from "../../base/findings.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { excerpt } from "../../base/text/text.ts";
import type { TranscriptHeader } from "../../model/transcript.ts";
import type { FilePlace, SourceFile } from "../agent.ts";
import type { ItemBody } from "../build-items.ts";
import { titleAfter } from "../prompt-title.ts";
import { bodiesByKind, isOpaque } from "../record-kinds.ts";
import { findTreePaths, type TreePaths } from "../tree-paths.ts";
import type { LinearFormat } from "./linear-format.ts";
import { placeIn, type RecordLocation } from "./scan-records.ts";

/** A record of a log, without its content. */
export interface LinearRecord {
  readonly location: RecordLocation;
  readonly id: string;
  readonly type: string;
  readonly parent: string | null;
  /** Whether it says something. */
  readonly hasItems: boolean;
}

/** The records of the conversation or of one sub-agent, in the order of the file, and the paths that they are on. */
export interface LinearThread {
  readonly id: string | null;
  readonly file: SourceFile;
  readonly records: readonly LinearRecord[];
  readonly paths: TreePaths;
}

/** Gathers the records of a session's files. */
export interface ThreadIndex {
  /** Sees the records of a file from here on. */
  startFile(
    file: SourceFile,
    isMain: boolean,
  ): (record: JsonObject, location: RecordLocation) => void;
  /** After all files: the conversation first. */
  threads(): readonly LinearThread[];
  /** What is known of the session. */
  facts(): Partial<TranscriptHeader>;
}

type OpenThread = Omit<LinearThread, "records" | "paths"> & {
  readonly records: LinearRecord[];
  readonly bodiesOf: ReturnType<LinearFormat["startPass"]>;
  readonly parentOf: ReturnType<NonNullable<LinearFormat["followParents"]>>;
};

/** Begins an index. */
export function createThreadIndex(form: LinearFormat, findings: Findings): ThreadIndex {
  const threads = new Map<string, OpenThread>();
  const facts = createHeaderFacts();
  const uniqueId = createUniqueIds(findings);
  const noteType = createUnknownTypeReport(findings);
  const { threadOfFile = nameOfFile } = form;

  function threadIn(file: SourceFile, id: string | null): OpenThread {
    const key = JSON.stringify([file.path, id]);
    const found = threads.get(key);
    if (found !== undefined) return found;
    const parentOf = form.followParents?.() ?? (() => null);
    const thread = { id, file, records: [], bodiesOf: form.startPass(), parentOf };
    threads.set(key, thread);
    return thread;
  }

  return {
    startFile(file, isMain) {
      const name = isMain ? null : threadOfFile(file.path);
      if (isMain) threadIn(file, null);
      return (record, location) => {
        const type = form.typeOf(record);
        const at = placeIn(file, location.line);
        const thread = threadIn(file, form.threadOf(record) ?? name);
        const bodies = bodiesByKind(form.kinds, type, thread.bodiesOf(record, location.line));
        const id = uniqueId(form.idOf(record), { ...at, isMain: isMain && at.file === file.path });
        thread.records.push({
          location,
          id,
          type,
          parent: thread.parentOf(record, { id, line: location.line }),
          hasItems: !isOpaque(bodies),
        });
        if (isMain) facts.add(form.factsOf(record));
        if (thread.id === null) facts.infer(bodies);
        if (!form.kinds.has(type)) noteType(type, at);
      };
    },
    threads: () =>
      [...threads.values()].map(({ id, file, records }) => {
        const paths = pathsOf({ file, records }, form, findings);
        return { id, file, records, paths };
      }),
    facts: () => facts.all(),
  };
}

function nameOfFile(path: string): string {
  return posix.basename(path).replace(/\.jsonl?$/, "");
}

/** Gives every record an id of its own, the agent's where it can. */
function createUniqueIds(findings: Findings) {
  const ids = new Set<string>();
  return (id: string | null, { file, line, isMain }: FilePlace & { isMain: boolean }): string => {
    const isDoubled = id !== null && ids.has(id);
    if (isDoubled) findings.warn("W_DUP_ID", { file, line }, "An id is used twice");
    const place = isMain ? `${line}` : `${file}:${line}`;
    const unique = id === null ? `line-${place}` : isDoubled ? `${id}@${place}` : id;
    ids.add(unique);
    return unique;
  };
}

/** Types that are named as unknown; what is no log of this agent has one in every line. */
const MAX_UNKNOWN_TYPES = 100;

/** Reports of each type that nobody knows where it was met first. */
function createUnknownTypeReport(findings: Findings) {
  const unknown = new Set<string>();
  return (type: string, at: FilePlace): void => {
    if (unknown.has(type) || unknown.size > MAX_UNKNOWN_TYPES) return;
    unknown.add(type);
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

/** The paths of a thread: all of it, or by the parents that its records name. */
function pathsOf(
  { file, records }: Pick<LinearThread, "file" | "records">,
  form: LinearFormat,
  findings: Findings,
): TreePaths {
  if (form.followParents === undefined) {
    return { main: records.map((_, at) => at), abandoned: [], cycleAt: null };
  }
  const byId = new Map(records.map(({ id }, at) => [id, at]));
  const entries = records.map(({ id, parent, location }, at) => {
    if (parent === null || byId.has(parent)) return { id, parent };
    // Otherwise one damaged line would cut off everything before it.
    const message = `It follows "${excerpt(parent)}", which is not in the file`;
    findings.warn("W_DANGLING", placeIn(file, location.line), message);
    return { id, parent: records[at - 1]?.id ?? null };
  });
  const paths = findTreePaths(entries, byId);
  const cycle = paths.cycleAt === null ? undefined : records[paths.cycleAt];
  if (cycle !== undefined) {
    findings.warn(
      "W_CYCLE",
      placeIn(file, cycle.location.line),
      "Records are each other's parents",
    );
  }
  return paths;
}
