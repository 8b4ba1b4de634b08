import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { isObject, type JsonObject } from "../base/json/value.ts";
import { listFolder } from "./list-folder.ts";
import { headText, readHead } from "./records/read-head.ts";
import { topLevelKeys } from "./records/top-level-keys.ts";

/**
 * The name of an agent that we cannot read and whose session a file or folder is; null for any other. A log of Qwen
 * Code is one as well: only its own reader takes it.
 */
export async function foreignAgentOf(path: string): Promise<string | null> {
  if ((await stat(path).catch(() => null))?.isDirectory()) return agentOfFolder(path);
  if (path.endsWith(".jsonl")) return agentOfRecords(await readHead(path));
  if (!path.endsWith(".json") && basename(path) !== "CURRENT") return null;
  const head = await headText(path);
  const isOf = ([, pattern, further]: ForeignDocument) => pattern.test(head) && further.test(head);
  const byText = FOREIGN_DOCUMENTS.find(isOf)?.[0];
  if (byText !== undefined) return byText;
  const keys = topLevelKeys(head);
  return FOREIGN_KEYS.find(([, names]) => names.every((name) => keys.has(name)))?.[0] ?? null;
}

/** The agent whose session a folder is, by the files in it. */
async function agentOfFolder(folder: string): Promise<string | null> {
  const names = await listFolder(folder);
  if (names.includes(`${basename(folder)}.messages.json`)) return "Cline";
  const isVibe = VIBE_FOLDERS.some((files) => files.every((file) => names.includes(file)));
  return isVibe ? "Mistral Vibe" : null;
}

/** What is in the folder of a session of Vibe: of version 2, and of version 3, which keeps pieces. */
const VIBE_FOLDERS = [
  ["meta.json", "messages.jsonl"],
  ["meta.json", "CURRENT", "generations"],
];

function agentOfRecords(records: readonly JsonObject[]): string | null {
  for (const [name, isRecord] of FOREIGN_RECORDS) if (records.some(isRecord)) return name;
  return null;
}

/**
 * A record in Claude Code's envelope whose message has the parts of the Gemini API. Qwen Code began as a copy of
 * Gemini CLI and took over Claude Code's names for the fields of a record, so that its logs look like theirs and
 * would be read as sessions in which hardly anything was said.
 */
export function isQwenRecord({ sessionId, uuid, message, systemPayload }: JsonObject): boolean {
  if (typeof sessionId !== "string" || typeof uuid !== "string") return false;
  return (isObject(message) && Array.isArray(message.parts)) || systemPayload !== undefined;
}

/** The first record of a log of DeepSeek's dsh, which looks like pi's but counts its time. */
export function isDshHeader({ type, createdAt, timestamp }: JsonObject): boolean {
  return type === "session" && typeof createdAt === "number" && timestamp === undefined;
}

/** Records of which one is enough to recognise an agent. */
const FOREIGN_RECORDS: readonly (readonly [string, (record: JsonObject) => boolean])[] = [
  ["Qwen Code", isQwenRecord],
  ["dsh", isDshHeader],
  ["Factory Droid", ({ type, sessionTitle }) => type === "session_start" && isText(sessionTitle)],
  ["Factory Droid", ({ type, toolName }) => type === "tool_call" && isText(toolName)],
  ["Mistral Vibe", ({ message_id: id, role }) => isText(id) && isText(role)],
  ["Mistral Vibe", ({ recovery_journal_record_version: version }) => version !== undefined],
  ["Antigravity", ({ step_index: step, source }) => typeof step === "number" && isText(source)],
];

function isText(value: unknown): boolean {
  return typeof value === "string";
}

type ForeignDocument = readonly [string, RegExp, RegExp];

/** What the beginning of a document must contain. Earlier versions of Qwen Code wrote Gemini CLI's with a type of their own. */
const FOREIGN_DOCUMENTS: readonly ForeignDocument[] = [
  ["an earlier Qwen Code", /"projectHash"\s*:/, /"type"\s*:\s*"qwen"/],
  ["Mistral Vibe", /"session_id"\s*:/, /"store_format"\s*:\s*"mistral\.vibe\./],
];

/** Keys that only the documents of one agent have together. Copilot CLI wrote such a document before its logs. */
const FOREIGN_KEYS: readonly (readonly [string, readonly string[]])[] = [
  ["Cline", ["updated_at", "agent", "sessionId", "messages"]],
  ["Cline", ["session_id", "workspace_root", "messages_path"]],
  ["an earlier Copilot CLI", ["sessionId", "chatMessages"]],
  ["Mistral Vibe", ["session_id", "start_time", "end_time", "environment"]],
  ["Continue", ["sessionId", "workspaceDirectory", "history"]],
];
