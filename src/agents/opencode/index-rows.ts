import type { Findings } from "../../base/findings.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { excerpt } from "../../base/text/text.ts";
import type { TranscriptHeader } from "../../model/transcript.ts";
import type { AccountingCounter } from "../accounting.ts";
import type { SourceFile } from "../agent.ts";
import { asText } from "../as-text.ts";
import { parseTime } from "../build-items.ts";
import { promptTitle, titleAfter } from "../prompt-title.ts";
import { scanRecords } from "../records/scan-records.ts";
import { kindOf, kinds } from "./kinds.ts";
import { bodiesOf } from "./part-bodies.ts";
import { messageOf, type RowMessage } from "./row-message.ts";

/** What is known of a session after its first pass. */
export interface RowIndex {
  readonly file: SourceFile;
  readonly facts: SessionFacts;
  /** Summaries in force, by the message that asked for them. */
  readonly compactions: ReadonlyMap<string, Compaction>;
  /** The first message that was taken back, and whether it is there. */
  readonly revertedFrom: string | null;
  readonly complete_bytes: number;
}

/** A compaction and what it kept. */
export interface Compaction {
  readonly auto: boolean;
  /** The message that contains the summary. */
  readonly summary: string;
  /** The first message that stays in force beside it; null for none. */
  readonly keptFrom: string | null;
}

/** What the rows say of their session. */
export type SessionFacts = Omit<TranscriptHeader, "type" | "version" | "agent" | "git_branch">;

/** Where the first pass reports. */
export interface RowReports {
  readonly findings: Findings;
  readonly accounting: AccountingCounter;
}

/** Goes through the rows of a session once: what it is, what its rows come to, where it was compacted. */
export async function indexRows(
  file: SourceFile,
  session_id: string,
  reports: RowReports,
): Promise<RowIndex> {
  const pass: Pass = {
    ...reports,
    file,
    facts: { ...NO_FACTS, session_id },
    prompt: null,
    asked: new Map(),
    compactions: new Map(),
    revertedFrom: null,
    message: null,
  };
  const complete_bytes = await scanRecords(file, {
    ...reports,
    onRecord: (record, { line }) => addRow(pass, record, line),
  });
  return {
    file,
    facts: { ...pass.facts, title: pass.facts.title ?? pass.prompt },
    compactions: pass.compactions,
    revertedFrom: pass.revertedFrom,
    complete_bytes,
  };
}

/** What a session is called until opencode has thought of a title. */
const UNNAMED = /^(?:New|Child) session - \d{4}-/;

const NO_FACTS: SessionFacts = {
  agent_version: null,
  session_id: "",
  cwd: null,
  started_at: null,
  title: null,
  model: null,
};

interface Pass extends RowReports {
  readonly file: SourceFile;
  facts: SessionFacts;
  prompt: string | null;
  /** Compactions that were asked for, by the message that did. */
  readonly asked: Map<string, { auto: boolean; keptFrom: string | null }>;
  readonly compactions: Map<string, Compaction>;
  revertedFrom: string | null;
  /** The message that the parts being seen belong to. */
  message: RowMessage | null;
}

function addRow(pass: Pass, record: JsonObject, line: number): void {
  const data = isObject(record.data) ? record.data : {};
  switch (record.type) {
    case "session":
      addSession(pass, data);
      pass.accounting.count("session", "opaque");
      return;
    case "message":
      if (kinds.has(kindOf(record))) addMessage(pass, record, line);
      else addUnknown(pass, kindOf(record));
      return;
    case "part":
      addPart(pass, data);
      return;
    default:
      pass.accounting.count(excerpt(kindOf(record)), "opaque");
  }
}

function addSession(pass: Pass, info: JsonObject): void {
  const time = isObject(info.time) ? info.time : {};
  const revert = typeof info.revert === "string" ? parse(info.revert) : info.revert;
  const isNamed = typeof info.title === "string" && !UNNAMED.test(info.title);
  const title = isNamed ? promptTitle(asText(info.title)) : null;
  pass.facts = {
    ...pass.facts,
    agent_version: typeof info.version === "string" ? info.version : null,
    session_id: typeof info.id === "string" ? info.id : pass.facts.session_id,
    cwd: directoryOf(info),
    started_at: parseTime(time.created ?? info.time_created),
    title,
  };
  if (isObject(revert) && typeof revert.messageID === "string")
    pass.revertedFrom = revert.messageID;
}

/** The folder of a session; a document of version 2 has it in its location. */
function directoryOf({ directory, location }: JsonObject): string | null {
  const named = directory ?? (isObject(location) ? location.directory : null);
  return typeof named === "string" ? named : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A message of an unknown role: what its parts are depends on it, so that they are kept in raw form as well. */
function addUnknown(pass: Pass, kind: string): void {
  pass.message = null;
  pass.accounting.count(excerpt(kind), "opaque");
}

function addMessage(pass: Pass, record: JsonObject, line: number): void {
  const message = messageOf(record, line);
  pass.message = message;
  pass.accounting.count(`message/${message.role}`, "transcript");
  if (message.model !== null) pass.facts = { ...pass.facts, model: message.model };
  const asked = message.parent === null ? undefined : pass.asked.get(message.parent);
  if (message.isSummary && asked !== undefined && message.parent !== null) {
    pass.compactions.set(message.parent, { ...asked, summary: message.id });
  }
}

function addPart(pass: Pass, part: JsonObject): void {
  const type = asText(part.type);
  const owner = pass.message;
  if (owner === null) {
    pass.accounting.count(`part/${excerpt(type)}`, "opaque");
    return;
  }
  if (type === "compaction") {
    const keptFrom = typeof part.tail_start_id === "string" ? part.tail_start_id : null;
    pass.asked.set(owner.id, { auto: part.auto === true, keptFrom });
  }
  const { immediate: now, deferred: later } = bodiesOf(part, owner);
  const isSummary = owner.isSummary && type === "text";
  const hasContent = now.length + later.length > 0 || isSummary;
  pass.accounting.count(`part/${excerpt(type)}`, hasContent ? "transcript" : "opaque");
  const [first] = now;
  if (first?.kind === "message" && first.role === "user" && first.sender === undefined)
    pass.prompt = titleAfter(pass.prompt, first.text);
}
