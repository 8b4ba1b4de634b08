import { isObject } from "../../base/json/value.ts";
import type { TranscriptHeader } from "../../model/transcript.ts";
import type { Agent } from "../agent.ts";
import { type LinearForm, readLinear } from "../linear-log.ts";
import { timeOf } from "../make-items.ts";
import { textIn } from "../text-in.ts";
import { bodiesOf } from "./event-bodies.ts";
import { find, folderOf, open, recognise } from "./locate.ts";

/** Events have a family before the dot; new ones of a known family say nothing that is handed over. */
const FAMILIES =
  /^(?:abort$|(?:session|user|assistant|tool|hook|system|skill|subagent|permission)\.)/;

const form: LinearForm = {
  agent: "copilot",
  typeOf: ({ type }) => textIn(type) || "(none)",
  isKnown: (type) => FAMILIES.test(type),
  idOf: ({ id }) => (typeof id === "string" && id !== "" ? id : null),
  atOf: ({ timestamp }) => timeOf(timestamp),
  threadOf: ({ data }) => {
    const parent = isObject(data) ? data.parentToolCallId : undefined;
    return typeof parent === "string" && parent !== "" ? parent : null;
  },
  begin() {
    const calls = new Set<string>();
    return (event) => bodiesOf(event, calls);
  },
  factsOf({ type, data }) {
    if (!isObject(data)) return null;
    if (type === "session.model_change") return { model: textIn(data.newModel) || null };
    if (type !== "session.start") return null;
    const context = isObject(data.context) ? data.context : {};
    const facts: Partial<TranscriptHeader> = {
      agent_version: textIn(data.copilotVersion) || null,
      cwd: folderOf(data),
      started_at: timeOf(data.startTime),
      model: textIn(data.selectedModel) || null,
      git_branch: textIn(context.branch) || null,
    };
    return typeof data.sessionId === "string" ? { ...facts, session_id: data.sessionId } : facts;
  },
};

/** Copilot CLI keeps a session as a log of events. It is only read: nothing is known to resume a foreign one. */
const copilot: Agent = {
  name: "copilot",
  title: "Copilot CLI",
  program: "copilot",
  tried: { oldest: "1.0.64", newest: "1.0.64" },
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
