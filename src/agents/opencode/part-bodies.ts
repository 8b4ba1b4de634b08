import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { isQuotedContext } from "../../model/quoted-context.ts";
import { asText } from "../as-text.ts";
import { type ItemBody, parseTokenCount } from "../build-items.ts";

/** What a part comes to: at once, and after all calls of its message. */
export interface PartBodies {
  readonly immediate: readonly ItemBody[];
  /** Results, which follow all calls of the same answer. */
  readonly deferred: readonly ItemBody[];
}

const NOTHING: PartBodies = { immediate: [], deferred: [] };

/** What must be known of the message a part belongs to. */
export interface PartOwner {
  readonly role: "user" | "assistant";
  readonly model: string | null;
  /** Its texts are the summary of what came before. */
  readonly isSummary: boolean;
}

/** What a part says; nothing when it is kept in raw form alone. */
export function bodiesOf(part: JsonObject, owner: PartOwner): PartBodies {
  switch (part.type) {
    case "text":
      return textBodies(part, owner);
    case "reasoning":
      return reasoningBodies(part);
    case "tool":
      return toolBodies(part);
    case "file":
      return isSentAsText(part) ? NOTHING : { immediate: [fileBody(part)], deferred: [] };
    case "subtask":
      return { immediate: [subtaskBody(part)], deferred: [] };
    case "patch":
      return { immediate: [], deferred: patchBodies(part) };
    case "retry":
      return { immediate: [errorBody(part.error)], deferred: [] };
    default:
      return NOTHING;
  }
}

function messageBody(text: string, role: "user" | "assistant", model: string | null) {
  const kind = "message" as const;
  return { kind, role, text, model: role === "user" ? null : model, attachments: [] };
}

/** Work for a sub-agent; a command brings a prompt of its own along. */
function subtaskBody({ prompt, command }: JsonObject): ItemBody {
  const text = asText(prompt);
  const message = { kind: "message", role: "user", text, model: null, attachments: [] } as const;
  return { ...message, attachments: [], ...(asText(command) === "" ? {} : { sender: "prompt" }) };
}

function textBodies(part: JsonObject, { role, model, isSummary }: PartOwner): PartBodies {
  const text = asText(part.text);
  if (text === "" || part.ignored === true || isSummary) return NOTHING;
  // A note of ours begins a session that was handed over.
  if (isQuotedContext(text)) return { immediate: [{ kind: "injected", text }], deferred: [] };
  const body = messageBody(text, role, model);
  // What the program adds to a prompt is sent with it: the content of a mentioned file, for one.
  const isAdded = part.synthetic === true && role === "user";
  return { immediate: [isAdded ? { ...body, sender: "context" } : body], deferred: [] };
}

function reasoningBodies(part: JsonObject): PartBodies {
  const sealed = isObject(part.metadata) && Object.keys(part.metadata).length > 0;
  const text = asText(part.text);
  if (text === "" && !sealed) return NOTHING;
  return { immediate: [{ kind: "reasoning", text, sealed }], deferred: [] };
}

/** The content of a mentioned text or folder follows as a text of its own; only that is sent. */
function isSentAsText({ mime }: JsonObject): boolean {
  return mime === "text/plain" || mime === "application/x-directory";
}

function fileBody(part: JsonObject): ItemBody {
  const text = typeof part.filename === "string" ? `[${part.filename}]` : "";
  const attachments = [attachment(part)];
  return { kind: "message", role: "user", text, model: null, attachments };
}

/** A file by its address, or by its bytes when the address contains them. */
function attachment({ mime, url }: JsonObject) {
  const media_type = asText(mime);
  const address = asText(url);
  const bytes = /^data:[^,]*;base64,(.*)$/s.exec(address)?.[1];
  if (bytes !== undefined) return { media_type, base64: bytes, uri: null };
  return { media_type, base64: null, uri: address };
}

function toolBodies(part: JsonObject): PartBodies {
  const state = isObject(part.state) ? part.state : {};
  const call_id = asText(part.callID);
  const input = isObject(state.input) ? { ...state.input } : {};
  const call: ItemBody = {
    kind: "tool_call",
    call_id,
    name: asText(part.tool),
    arguments: input,
  };
  if (state.status === "completed") {
    return {
      immediate: [call],
      deferred: [resultBody(call_id, state), ...changeBodies(part, state)],
    };
  }
  if (state.status !== "error") return { immediate: [call], deferred: [] };
  const content = asText(state.error);
  const failed: ItemBody = { kind: "tool_result", call_id, ok: false, content, attachments: [] };
  return { immediate: [call], deferred: [failed] };
}

function resultBody(call_id: string, state: JsonObject): ItemBody {
  const exit = isObject(state.metadata) ? state.metadata.exit : undefined;
  const files = Array.isArray(state.attachments) ? state.attachments.filter(isObject) : [];
  return {
    kind: "tool_result",
    call_id,
    // A command that failed is a completed call here.
    ok: typeof exit !== "number" || exit === 0,
    content: asText(state.output),
    attachments: files.map(attachment),
  };
}

function changeBodies({ tool }: JsonObject, { input, metadata }: JsonObject): ItemBody[] {
  const path = isObject(input) ? (input.filePath ?? input.path) : undefined;
  if ((tool !== "edit" && tool !== "write") || typeof path !== "string") return [];
  const known = isObject(metadata) ? metadata : {};
  const diff = typeof known.diff === "string" ? known.diff : null;
  const change = tool === "write" && (known.exists ?? known.existed) === false ? "add" : "update";
  return [{ kind: "file_change", path, change, diff }];
}

function patchBodies({ files }: JsonObject): ItemBody[] {
  const paths = Array.isArray(files) ? files.filter((file) => typeof file === "string") : [];
  return paths.map((path) => ({ kind: "file_change", path, change: "update", diff: null }));
}

/** An error as opencode notes it: a name, and words in its details. */
export function errorBody(error: Json | undefined): ItemBody {
  const fields = isObject(error) ? error : {};
  const details = isObject(fields.data) ? fields.data : fields;
  const code = typeof fields.name === "string" ? fields.name : null;
  const text = asText(details.message);
  const { statusCode: status } = details;
  return { kind: "error", code, text: typeof status === "number" ? `${status} ${text}` : text };
}

/** The tokens of an answer; null when it counted none. */
export function usageBody(message: JsonObject, model: string | null): ItemBody | null {
  if (!isObject(message.tokens)) return null;
  const { input, output, reasoning, cache } = message.tokens;
  const cached = isObject(cache) ? cache : {};
  const thought = parseTokenCount(reasoning);
  const counts = {
    input_uncached: parseTokenCount(input),
    cache_read: parseTokenCount(cached.read),
    cache_write: parseTokenCount(cached.write),
    output: parseTokenCount(output) + thought,
    reasoning: thought,
  };
  const isEmpty = Object.values(counts).every((count) => count === 0);
  return isEmpty ? null : { kind: "usage", model, ...counts };
}
