import { isObject } from "../../base/json/value.ts";
import type { Agent } from "../agent.ts";
import { asText } from "../as-text.ts";
import { parseTime } from "../build-items.ts";
import type { LinearFormat } from "../records/linear-format.ts";
import { readLinear } from "../records/linear-log.ts";
import { bodiesOf } from "./bodies.ts";
import { kinds } from "./kinds.ts";
import { find, open, recognise, sessionsAt } from "./locate.ts";
import { storeFiles } from "./store-files.ts";

const form: LinearFormat = {
  agent: "cursor",
  typeOf: ({ type, role }) => asText(type ?? role) || "(none)",
  kinds,
  idOf({ data }) {
    const id = isObject(data) ? (data.bubbleId ?? data.id) : null;
    return typeof id === "string" ? id : null;
  },
  atOf: ({ data }) => parseTime(isObject(data) ? data.createdAt : null),
  threadOf: () => null,
  startPass: () => bodiesOf,
  factsOf({ type, data }) {
    if ((type !== "composer" && type !== "tab") || !isObject(data)) return null;
    const model = isObject(data.modelConfig) ? asText(data.modelConfig.modelName) : "";
    return {
      title: asText(data.name ?? data.chatTitle) || null,
      started_at: parseTime(data.createdAt ?? data.lastSendTime),
      model: model || null,
    };
  },
};

/** Cursor keeps transcripts of agents as logs, and chats in a database. They are only read. */
const cursor: Agent = {
  id: "cursor",
  displayName: "Cursor",
  program: null,
  testedVersions: { oldest: "2.0", newest: "2.0" },
  kinds,
  contextWindow: null,
  tools: [
    ["shell", { name: "Shell", arguments: { command: "command" } }],
    ["shell", { name: "run_terminal_cmd", arguments: { command: "command" } }],
    ["read", { name: "Read", arguments: { path: "path" } }],
    ["read", { name: "read_file", arguments: { target_file: "path" } }],
    ["write", { name: "Write", arguments: { path: "path", contents: "content" } }],
    [
      "edit",
      { name: "StrReplace", arguments: { path: "path", old_string: "old", new_string: "new" } },
    ],
    ["search", { name: "Grep", arguments: { pattern: "pattern", path: "path" } }],
    ["glob", { name: "Glob", arguments: { glob_pattern: "pattern", target_directory: "path" } }],
    ["fetch", { name: "WebFetch", arguments: { url: "url" } }],
    ["web_search", { name: "WebSearch", arguments: { search_term: "query" } }],
    ["sub_agent", { name: "Task", arguments: { prompt: "prompt" } }],
  ],
  find,
  storeFiles,
  open,
  recognise,
  sessionsAt,
  read: (source) => readLinear(source, form),
};

export default cursor;
