import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { TranscriptHeader } from "../../model/transcript.ts";
import { parseTime } from "../build-items.ts";
import { isTelling, titleAfter } from "../prompt-title.ts";
import { textOf } from "./blocks.ts";
import { type UserText, userTextsOf } from "./user-text.ts";

/** Gathers what a session is from its records. */
export interface HeaderFacts {
  add(record: JsonObject, isSidechain: boolean): void;
  /** `isHere` returns whether a record is in the session: a title may be about another one. */
  header(sessionId: string, isHere: (uuid: string) => boolean): TranscriptHeader;
}

/** Begins gathering; nothing is kept but the facts of the header. */
export function createHeaderFacts(): HeaderFacts {
  const titles = new Map<unknown, Title>();
  let isSubAgent = false;
  let [cwd, version, branch, model, started, prompt]: (string | null)[] = Array(6).fill(null);
  return {
    add(record, isSidechain) {
      addTitle(record, titles);
      if (record.type === "relocated" && typeof record.cwd === "string") cwd = record.cwd;
      if (isSidechain) return;
      // In the file of a sub-agent, everything is beside the conversation.
      isSubAgent ||= record.isSidechain === true;
      // A shell that changes its folder moves `cwd` in later records; the first is where it began.
      if (typeof record.cwd === "string") cwd ??= record.cwd;
      if (typeof record.version === "string") version = record.version;
      if (typeof record.gitBranch === "string" && record.gitBranch !== "")
        branch = record.gitBranch;
      if (typeof record.uuid === "string") started ??= parseTime(record.timestamp);
      if (record.type === "assistant") model = modelOf(record) ?? model;
      if (record.type === "user" && !isTelling(prompt ?? null)) {
        prompt = titleAfter(prompt ?? null, promptOf(record));
      }
    },
    header: (session_id, isHere) => ({
      type: "transcript",
      version: 1,
      agent: "claude",
      agent_version: version ?? null,
      session_id,
      cwd: cwd ?? null,
      started_at: started ?? null,
      title: titleOf(titles, isHere) ?? prompt ?? null,
      model: model ?? null,
      git_branch: branch ?? null,
      ...(isSubAgent && { sub_agent: true as const }),
    }),
  };
}

interface Title {
  readonly text: string;
  /** The record it speaks about, if it says so. */
  readonly leaf: string | null;
}

/** What a session is called, the best first. */
const TITLE_KEYS: ReadonlyMap<unknown, string> = new Map([
  ["custom-title", "customTitle"],
  ["ai-title", "aiTitle"],
  ["summary", "summary"],
]);

function addTitle(record: JsonObject, titles: Map<unknown, Title>): void {
  const key = TITLE_KEYS.get(record.type);
  const text = key === undefined ? undefined : record[key];
  if (typeof text !== "string" || text.trim() === "") return;
  const leaf = record.type === "summary" ? `${record.leafUuid}` : null;
  titles.set(record.type, { text, leaf });
}

function titleOf(titles: ReadonlyMap<unknown, Title>, isHere: (uuid: string) => boolean) {
  for (const type of TITLE_KEYS.keys()) {
    const title = titles.get(type);
    if (title && (title.leaf === null || isHere(title.leaf))) return title.text;
  }
  return null;
}

/** The model that wrote a record; null for one that no model wrote. */
export function modelOf({ message }: JsonObject): string | null {
  const model = isObject(message) ? message.model : null;
  return typeof model === "string" && model !== "<synthetic>" ? model : null;
}

function promptOf(record: JsonObject): string {
  if (record.isMeta === true || record.isCompactSummary === true) return "";
  if (!isObject(record.message)) return "";
  const { content } = record.message;
  const texts = Array.isArray(content)
    ? content.map((block) => textOf([block]))
    : [textOf(content)];
  if (Array.isArray(content) && content.some((block) => isObject(block) && block.type !== "text")) {
    return "";
  }
  return texts.flatMap(userTextsOf).find(isRequest)?.text ?? "";
}

/** A command without words says nothing of what the session is about. */
function isRequest(part: UserText): boolean {
  return part.kind === "words" || (part.kind === "command" && part.hasArguments);
}
