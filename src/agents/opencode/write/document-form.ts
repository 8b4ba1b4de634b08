import { isObject, type Json, type JsonObject } from "../../../base/json/value.ts";
import { asText } from "../../as-text.ts";

/** A message with its parts, as documents of version 1 have it. */
export interface DocumentMessage {
  readonly info: JsonObject;
  readonly parts: readonly JsonObject[];
}

/** How a version of opencode has a session in the document that it imports. */
export interface DocumentForm {
  sessionInfo(info: JsonObject): JsonObject;
  /** What a message of version 1 is; nothing for one that is a part of the next. */
  messages(message: DocumentMessage): readonly JsonObject[];
}

/** The form that the settings of a draft ask for. */
export function documentForm({ version }: Readonly<Record<string, string>>): DocumentForm {
  return version === "2" ? version2 : version1;
}

const version1: DocumentForm = {
  sessionInfo: (info) => info,
  messages: ({ info, parts }) => [{ info, parts: [...parts] }],
};

/** The reverse of `session-message-rows.ts`. */
const version2: DocumentForm = {
  sessionInfo({ id, parentID, projectID, title, time, directory, location, revert, cost, tokens }) {
    return {
      id: id ?? "",
      ...(parentID === undefined ? {} : { parentID }),
      projectID: projectID ?? "global",
      cost: typeof cost === "number" ? cost : 0,
      tokens: isObject(tokens) ? tokens : NO_TOKENS,
      time: time ?? {},
      title: title ?? "",
      location: isObject(location) ? location : { directory: directory ?? "" },
      ...(revert === undefined ? {} : { revert }),
    };
  },
  messages({ info, parts }) {
    const { id, time, role, summary } = info;
    const base = { id: id ?? "", time: timeOf(time) };
    if (role === "assistant") {
      return summary === true
        ? [{ ...base, type: "compaction", ...compactionFields(parts, info) }]
        : [{ ...base, type: "assistant", ...answerFields(info, parts) }];
    }
    // The answer to such a message is the compaction.
    if (parts.some(({ type }) => type === "compaction")) return [];
    const added = parts.filter(({ synthetic }) => synthetic === true);
    const own = parts.filter((part) => !added.includes(part));
    if (own.length === 0) return [{ ...base, type: "synthetic", text: textOf(added) }];
    const files = own.flatMap(attachedFile);
    const user = { ...base, type: "user", text: textOf(own), files };
    const rest = { ...base, id: `${asText(id)}0`, type: "synthetic", text: textOf(added) };
    return added.length === 0 ? [user] : [user, rest];
  },
};

const NO_TOKENS = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };

function timeOf(time: Json | undefined): JsonObject {
  const { created, completed } = isObject(time) ? time : {};
  return { created: created ?? 0, ...(completed === undefined ? {} : { completed }) };
}

function textOf(parts: readonly JsonObject[]): string {
  return parts.flatMap(({ type, text }) => (type === "text" ? [asText(text)] : [])).join("\n");
}

const DATA_URL = /^data:([^,]{1,200});base64,/;

function attachedFile({ type, mime, filename, url }: JsonObject): JsonObject[] {
  if (type !== "file") return [];
  const address = asText(url);
  const [start] = DATA_URL.exec(address) ?? [];
  const name = typeof filename === "string" && filename !== "" ? { name: filename } : {};
  const source = start === undefined ? { type: "uri", uri: address } : { type: "inline" };
  const data = start === undefined ? "" : address.slice(start.length);
  return [{ data, mime: mime ?? "", source, ...name }];
}

function compactionFields(parts: readonly JsonObject[], info: JsonObject): JsonObject {
  const model = modelOf(info);
  return { status: "completed", reason: "manual", model, summary: textOf(parts), recent: "" };
}

function modelOf({ modelID, providerID }: JsonObject): JsonObject {
  return { id: modelID ?? "unknown", providerID: providerID ?? "unknown" };
}

function answerFields(info: JsonObject, parts: readonly JsonObject[]): JsonObject {
  const { agent, finish, cost, tokens } = info;
  return {
    agent: agent ?? "build",
    model: modelOf(info),
    content: parts.flatMap(contentOf),
    ...(finish === undefined ? {} : { finish }),
    cost: cost ?? 0,
    tokens: tokens ?? NO_TOKENS,
  };
}

function contentOf(part: JsonObject): JsonObject[] {
  const { type, text, state, callID, tool } = part;
  switch (type) {
    case "text":
    case "reasoning":
      return [{ type, text: asText(text) }];
    case "tool": {
      const known = isObject(state) ? state : {};
      const { start, end } = isObject(known.time) ? known.time : {};
      const time = { created: start ?? 0, ...(end === undefined ? {} : { completed: end }) };
      return [{ type, id: asText(callID), name: asText(tool), state: stateOf(known), time }];
    }
    default:
      return [];
  }
}

function stateOf({ status, input, output, error, attachments, metadata }: JsonObject): JsonObject {
  const common = { input: isObject(input) ? input : {} };
  if (status === "completed") {
    const files = (Array.isArray(attachments) ? attachments : []).filter(isObject).map(fileContent);
    const content = [{ type: "text", text: asText(output) }, ...files];
    const facts = isObject(metadata) && Object.keys(metadata).length > 0 ? { metadata } : {};
    return { status, ...common, content, ...facts };
  }
  const message = status === "error" ? asText(error) : INTERRUPTED;
  return { status: "error", ...common, error: { type: "tool.error", message } };
}

/** A call that was under way; version 2 would otherwise wait for it. */
const INTERRUPTED = "Tool execution was interrupted";

function fileContent({ mime, url, filename }: JsonObject): JsonObject {
  const name = typeof filename === "string" && filename !== "" ? { name: filename } : {};
  return { type: "file", uri: asText(url), mime: mime ?? "", ...name };
}
