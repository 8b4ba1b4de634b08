import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { asText } from "../as-text.ts";

/** A row in the form that the reader knows: a message, a part of the message before it, or any other record. */
export interface RecordRow extends JsonObject {
  readonly type: "message" | "part" | "session_message";
  readonly id: string;
  readonly data: JsonObject;
}

/** A message of OpenCode 2: a row of `session_message`, or an entry of an exported document. */
export interface SessionMessage {
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
}

/** What messages take over from those before them. */
export interface MessageContext {
  model: JsonObject | null;
  agent: string | null;
  /** The user's message that an answer belongs to. */
  user: string | null;
}

/** The context at the beginning of a session. */
export function contextOf({ model, agent }: JsonObject): MessageContext {
  return { model: modelOf(model), agent: typeof agent === "string" ? agent : null, user: null };
}

/**
 * A message of OpenCode 2 as the messages and parts of version 1 that say the same, so that both are read and
 * moved by the same code. What is no part of the conversation stays a record of its own kind.
 */
export function rowsOfSessionMessage(
  message: SessionMessage,
  context: MessageContext,
): readonly RecordRow[] {
  const { id, type, data } = message;
  switch (type) {
    case "user":
      return userRows(message, context, userParts(data));
    case "synthetic":
    case "skill":
      return userRows(message, context, [addedText(asText(data.text))]);
    case "assistant":
      return answerRows(message, context, answerParts(data));
    case "shell":
      return shellRows(message, context);
    case "compaction":
      if (data.status === undefined || data.status === "completed")
        return compactionRows(message, context);
      break;
    case "model-switched":
      context.model = modelOf(data.model) ?? context.model;
      break;
    case "agent-switched":
      context.agent = typeof data.agent === "string" ? data.agent : context.agent;
      break;
  }
  return [{ type: "session_message", id, data: { ...data, type } }];
}

/** A reference to a model in the keys of version 1; a row of a session has it as a text. */
function modelOf(value: Json | undefined): JsonObject | null {
  const model = typeof value === "string" ? parseJson(value) : value;
  if (!isObject(model)) return null;
  const { providerID } = model;
  const modelID = model.id ?? model.modelID;
  return typeof providerID === "string" && typeof modelID === "string"
    ? { providerID, modelID }
    : null;
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A message, and its parts with ids in their order. */
function rowsOf(id: string, data: JsonObject, parts: readonly JsonObject[]): RecordRow[] {
  const own = id.replace(/^msg_/, "");
  const placed = parts.map((part, at): RecordRow => {
    const number = String(at).padStart(5, "0");
    return { type: "part", id: `prt_${own}_${number}`, data: part };
  });
  return [{ type: "message", id, data }, ...placed];
}

function userRows(
  { id, data: { time } }: SessionMessage,
  context: MessageContext,
  parts: readonly JsonObject[],
): RecordRow[] {
  const { agent, model } = context;
  context.user = id;
  const settings = { ...(agent === null ? {} : { agent }), ...(model === null ? {} : { model }) };
  return rowsOf(id, { role: "user", time: time ?? null, ...settings }, parts);
}

/** Text that the program added to what the user wrote. */
function addedText(text: string): JsonObject {
  return { type: "text", text, synthetic: true };
}

function userParts({ text, files, agents, skills }: JsonObject): JsonObject[] {
  return [
    ...objectsIn(skills).map((skill) => addedText(asText(skill.text))),
    ...(asText(text) === "" ? [] : [{ type: "text", text: asText(text) }]),
    ...objectsIn(files).flatMap(attachedFile),
    ...objectsIn(agents).map(({ name }) => ({ type: "agent", name: name ?? "" })),
  ];
}

function objectsIn(list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** An attached file; the model gets the content of a text, and version 1 has that as a text of its own. */
function attachedFile({ mime, name, uri, data, source }: JsonObject): JsonObject[] {
  const address = isObject(source) && typeof source.uri === "string" ? source.uri : asText(uri);
  const bytes = typeof data === "string" ? data : null;
  const filename = asText(name) || address;
  const url = bytes === null ? address : `data:${asText(mime)};base64,${bytes}`;
  const file = { type: "file", mime: asText(mime), filename, url };
  if (mime !== "text/plain" && mime !== "application/x-directory") return [file];
  const content = bytes === null ? "" : `\n\n${Buffer.from(bytes, "base64").toString("utf8")}`;
  return [{ ...file, url: address }, addedText(`Attached: ${filename}${content}`)];
}

function answerRows(
  { id, data }: SessionMessage,
  context: MessageContext,
  parts: readonly JsonObject[],
): RecordRow[] {
  context.model = modelOf(data.model) ?? context.model;
  context.agent = typeof data.agent === "string" ? data.agent : context.agent;
  const agent = context.agent ?? "build";
  const fields: JsonObject = {
    role: "assistant",
    ...(context.user === null ? {} : { parentID: context.user }),
    ...context.model,
    mode: agent,
    agent,
    path: { cwd: "/", root: "/" },
    cost: data.cost ?? 0,
    tokens: data.tokens ?? NO_TOKENS,
    time: data.time ?? null,
    ...(data.finish === undefined ? {} : { finish: data.finish }),
    ...(isObject(data.error) ? { error: errorOf(data.error) } : {}),
    ...(data.summary === true ? { summary: true } : {}),
  };
  return rowsOf(id, fields, parts);
}

const NO_TOKENS = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };

function errorOf({ type, message, status }: JsonObject): JsonObject {
  const details =
    typeof status === "number"
      ? { message: message ?? "", statusCode: status }
      : { message: message ?? "" };
  return { name: asText(type), data: details };
}

function answerParts({ content, retry, time }: JsonObject): JsonObject[] {
  const parts = objectsIn(content).map((part) => answerPart(part, time));
  if (!isObject(retry)) return parts;
  const error = isObject(retry.error) ? errorOf(retry.error) : {};
  return [
    ...parts,
    { type: "retry", attempt: retry.attempt ?? 1, error, time: { created: retry.at ?? 0 } },
  ];
}

function answerPart(part: JsonObject, time: Json | undefined): JsonObject {
  switch (part.type) {
    case "text":
      return { type: "text", text: asText(part.text) };
    case "reasoning":
      return {
        type: "reasoning",
        text: asText(part.text),
        time: spanOf(part.time ?? time),
        ...sealOf(part),
      };
    case "tool":
      return toolPart(part);
    default:
      return part; // Unknown here, and to the reader as well.
  }
}

function sealOf({ state }: JsonObject): JsonObject {
  return isObject(state) ? { metadata: state } : {};
}

function spanOf(time: Json | undefined): JsonObject {
  const { created, ran, completed } = isObject(time) ? time : {};
  const start = ran ?? created ?? 0;
  return { start, end: completed ?? start };
}

/** A call; before 2.0 the facts about its result were called `structured`. */
function toolPart({ id, name, state, time }: JsonObject): JsonObject {
  const known = isObject(state) ? state : {};
  const input = typeof known.input === "string" ? parseJson(known.input) : known.input;
  const call = { input: isObject(input) ? input : {}, time: spanOf(time) };
  const part = { type: "tool", callID: asText(id), tool: asText(name) };
  const text = textIn(known.content);
  if (known.status === "completed") {
    const metadata = known.metadata ?? known.structured ?? {};
    const attachments = objectsIn(known.content).filter(isFile).flatMap(attachedFile);
    const files = attachments.length === 0 ? {} : { attachments };
    const result = { output: text, title: asText(name), metadata, ...files };
    return { ...part, state: { status: "completed", ...call, ...result } };
  }
  if (known.status === "error") {
    const message = isObject(known.error) ? asText(known.error.message) : asText(known.error);
    const error = [text, message].filter(Boolean).join("\n");
    return { ...part, state: { status: "error", ...call, error } };
  }
  const status = known.status === "running" ? "running" : "pending";
  return { ...part, state: { status, ...call, raw: "" } };
}

function isFile({ type }: JsonObject): boolean {
  return type === "file";
}

function textIn(content: Json | undefined): string {
  const texts = objectsIn(content).filter(({ type }) => type === "text");
  return texts.map(({ text }) => asText(text)).join("\n");
}

/** A command that the user ran, in the form of version 1: the user says so, and a call follows. */
function shellRows(message: SessionMessage, context: MessageContext): RecordRow[] {
  const { id, data } = message;
  const output = isObject(data.output) ? data.output.output : data.output;
  const state = {
    status: data.status === "running" ? "running" : "completed",
    input: { command: asText(data.command) },
    content: [{ type: "text", text: asText(output) }],
    metadata: typeof data.exit === "number" ? { exit: data.exit } : {},
  };
  const call = toolPart({ id: data.shellID ?? id, name: "shell", state, time: data.time ?? null });
  const answer = { ...message, id: `${id}0`, data: { time: data.time ?? null, finish: "stop" } };
  return [
    ...userRows(message, context, [addedText("(The user ran this command.)")]),
    ...answerRows(answer, context, [call]),
  ];
}

/** A compaction in the form of version 1: a message that asks for it, and the answer that is the summary. */
function compactionRows(message: SessionMessage, context: MessageContext): RecordRow[] {
  const { id, data } = message;
  const asked = { type: "compaction", auto: data.reason === "auto" };
  const texts = [data.summary, data.recent].map(asText).filter(Boolean);
  const fields = { time: data.time ?? null, finish: "stop", summary: true };
  const parts = texts.map((text) => ({ type: "text", text }));
  return [
    ...userRows(message, context, [asked]),
    ...answerRows({ ...message, id: `${id}0`, data: fields }, context, parts),
  ];
}
