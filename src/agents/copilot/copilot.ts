import { isObject } from "../../base/json/value.ts";
import type { TranscriptHeader } from "../../model/transcript.ts";
import type { Agent } from "../agent.ts";
import { asText } from "../as-text.ts";
import { parseTime } from "../build-items.ts";
import { type LinearFormat, readLinear } from "../records/linear-log.ts";
import { bodiesOf } from "./event-bodies.ts";
import { kinds } from "./kinds.ts";
import { find, folderOf, open, recognise } from "./locate.ts";

const form: LinearFormat = {
  agent: "copilot",
  typeOf: ({ type }) => asText(type) || "(none)",
  kinds,
  idOf: ({ id }) => (typeof id === "string" && id !== "" ? id : null),
  atOf: ({ timestamp }) => parseTime(timestamp),
  threadOf: ({ data, agentId }) => {
    const parent = isObject(data) ? data.parentToolCallId : undefined;
    const owner = parent ?? agentId;
    return typeof owner === "string" && owner !== "" ? owner : null;
  },
  startPass() {
    const calls = new Set<string>();
    return (event) => bodiesOf(event, calls);
  },
  factsOf({ type, data }) {
    if (!isObject(data)) return null;
    if (type === "session.model_change") return { model: asText(data.newModel) || null };
    if (type !== "session.start") return null;
    const context = isObject(data.context) ? data.context : {};
    const facts: Partial<TranscriptHeader> = {
      agent_version: asText(data.copilotVersion) || null,
      cwd: folderOf(data),
      started_at: parseTime(data.startTime),
      model: asText(data.selectedModel) || null,
      git_branch: asText(context.branch) || null,
    };
    return typeof data.sessionId === "string" ? { ...facts, session_id: data.sessionId } : facts;
  },
};

/** Copilot CLI keeps a session as a log of events. It is only read: nothing is known to resume a foreign one. */
const copilot: Agent = {
  id: "copilot",
  displayName: "Copilot CLI",
  program: "copilot",
  testedVersions: { oldest: "1.0.64", newest: "1.0.64" },
  kinds,
  contextWindow: null,
  tools: [
    ["shell", { name: "bash", arguments: { command: "command" } }],
    ["read", { name: "view", arguments: { path: "path" } }],
    ["write", { name: "create", arguments: { path: "path", file_text: "content" } }],
    ["edit", { name: "edit", arguments: { path: "path", old_str: "old", new_str: "new" } }],
    ["search", { name: "grep", arguments: { pattern: "pattern", path: "path" } }],
    ["glob", { name: "glob", arguments: { pattern: "pattern", path: "path" } }],
    ["fetch", { name: "web_fetch", arguments: { url: "url" } }],
    ["web_search", { name: "web_search", arguments: { query: "query" } }],
    ["sub_agent", { name: "task", arguments: { prompt: "prompt" } }],
  ],
  find,
  open,
  recognise,
  read: (source) => readLinear(source, form),
};

export default copilot;
