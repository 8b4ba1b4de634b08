import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { isQuotedContext } from "../../model/quoted-context.ts";
import { type ItemBody, parseTokenCount } from "../build-items.ts";
import { unknownPart } from "../record-kinds.ts";

/** What the items of a session need to know of each other. */
export interface PendingChanges {
  /** Paths that calls of `write` and `edit` name, until their result comes. */
  readonly changing: Map<string, string>;
}

/** What an entry of a session says; empty when it is kept in raw form alone. */
export function bodiesOf(entry: JsonObject, calls: PendingChanges): ItemBody[] {
  switch (entry.type) {
    case "message":
      return isObject(entry.message) ? messageBodies(entry.message, calls, entry.id) : [];
    case "custom_message":
      return contextBodies(entry.content);
    case "branch_summary":
      return branchSummary(entry);
    case "compaction":
      return [{ kind: "compaction", trigger: null, summary: summaryOf(entry), kept: [] }];
    case "usage": {
      const model = typeof entry.model === "string" ? entry.model : null;
      const usage = isObject(entry.usage) ? usageBody(entry.usage, model) : null;
      return usage === null ? [] : [usage];
    }
    default:
      return [];
  }
}

/** What an extension sent the model in the user's place. */
function contextBodies(content: Json | undefined): ItemBody[] {
  const message = { kind: "message", role: "user", model: null, sender: "context" } as const;
  const text = textOf(content);
  // A note of ours begins a session that was handed over.
  if (isQuotedContext(text)) return [{ kind: "injected", text }];
  const attachments = imagesOf(content);
  const isEmpty = text === "" && attachments.length === 0;
  return [...(isEmpty ? [] : [{ ...message, text, attachments }]), ...unknownBlocks(content)];
}

/** A path that the user left is sent to the model as its summary. */
function branchSummary({ summary }: JsonObject): ItemBody[] {
  const text = textOf(summary);
  if (text === "") return [];
  return contextBodies(`[Summary of a branch that this conversation came back from]\n\n${text}`);
}

/** Blocks of a kind that nobody knows are missing from the conversation. */
function unknownBlocks(content: Json | undefined): ItemBody[] {
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const unknown = blocks.filter(({ type }) => !KNOWN_BLOCKS.has(type));
  return unknown.map(({ type }) => unknownPart(type));
}

const KNOWN_BLOCKS: ReadonlySet<unknown> = new Set(["text", "image"]);

function summaryOf(entry: JsonObject): string | null {
  return typeof entry.summary === "string" ? entry.summary : null;
}

function messageBodies(
  message: JsonObject,
  calls: PendingChanges,
  id: Json | undefined,
): ItemBody[] {
  switch (message.role) {
    case "user":
      return userBodies(message.content);
    case "assistant":
      return assistantBodies(message, calls);
    case "toolResult":
      return resultBodies(message, calls);
    case "bashExecution":
      return userCommand(message, id);
    case "custom":
    case "hookMessage":
      return contextBodies(message.content);
    case "branchSummary":
      return branchSummary(message);
    case "compactionSummary":
      return contextBodies(message.summary);
    case "system":
      return [{ kind: "injected", text: textOf(message.content) }];
    default:
      return [unknownPart(message.role)];
  }
}

/** A skill that the user called is written out before what they typed after its name. */
const SKILL = /^<skill name="[^"\n]{1,200}" location="[^"\n]{1,4096}">\n/;
const SKILL_END = "\n</skill>";

function userBodies(content: Json | undefined): ItemBody[] {
  const text = textOf(content);
  const attachments = imagesOf(content);
  const message = { kind: "message", role: "user", model: null } as const;
  const end = SKILL.test(text) ? text.indexOf(SKILL_END) : -1;
  if (end === -1) return [{ ...message, text, attachments }, ...unknownBlocks(content)];
  const skill = text.slice(0, end + SKILL_END.length);
  const typed = text.slice(skill.length).trimStart();
  const isAlone = typed === "" && attachments.length === 0;
  return [
    { ...message, text: skill, attachments: [], sender: "prompt" },
    ...(isAlone ? [] : [{ ...message, text: typed, attachments }]),
  ];
}

/**
 * A command that the user ran with `!`, and what it printed. One that was run with `!!` was kept from the
 * model, and stays so.
 */
function userCommand(message: JsonObject, id: Json | undefined): ItemBody[] {
  const command = textOf(message.command);
  if (message.excludeFromContext === true) {
    return [{ kind: "injected", text: `!!${command}`, is_command: true }];
  }
  const time = typeof message.timestamp === "number" ? message.timestamp : "";
  const call_id = `user-shell-${typeof id === "string" ? id : time}`;
  const exit = message.exitCode;
  const hasFailed = typeof exit === "number" && exit !== 0;
  const lines = [textOf(message.output)];
  if (message.cancelled === true) lines.push("(command cancelled)");
  else if (hasFailed) lines.push(`Command exited with code ${exit}`);
  return [
    { kind: "tool_call", call_id, name: "bash", arguments: { command } },
    {
      kind: "tool_result",
      call_id,
      ok: message.cancelled !== true && !hasFailed,
      content: lines.filter((line) => line !== "").join("\n"),
      attachments: [],
    },
  ];
}

function assistantBodies(message: JsonObject, calls: PendingChanges): ItemBody[] {
  const model = typeof message.model === "string" ? message.model : null;
  const content = message.content;
  const blocks = Array.isArray(content) ? content : [{ type: "text", text: textOf(content) }];
  const bodies = blocks.flatMap((block) =>
    isObject(block) ? blockBodies(block, model, calls) : [],
  );
  const stopped = message.stopReason;
  if (stopped === "error" || stopped === "aborted") {
    bodies.push({ kind: "error", code: stopped, text: textOf(message.errorMessage) });
  }
  const usage = isObject(message.usage) ? usageBody(message.usage, model) : null;
  if (usage !== null) bodies.push(usage);
  return bodies;
}

function blockBodies(block: JsonObject, model: string | null, calls: PendingChanges): ItemBody[] {
  switch (block.type) {
    case "text": {
      const text = textOf(block.text);
      return [{ kind: "message", role: "assistant", text, model, attachments: [] }];
    }
    case "thinking": {
      const sealed = block.redacted === true || typeof block.thinkingSignature === "string";
      return [{ kind: "reasoning", text: textOf(block.thinking), sealed }];
    }
    case "toolCall": {
      const name = textOf(block.name);
      const input = isObject(block.arguments) ? block.arguments : {};
      const call_id = textOf(block.id);
      if ((name === "write" || name === "edit") && typeof input.path === "string") {
        calls.changing.set(call_id, input.path);
      }
      return [{ kind: "tool_call", call_id, name, arguments: { ...input } }];
    }
    default:
      return [unknownPart(block.type)];
  }
}

function usageBody(usage: JsonObject, model: string | null): ItemBody | null {
  const counts = {
    input_uncached: parseTokenCount(usage.input),
    cache_read: parseTokenCount(usage.cacheRead),
    cache_write: parseTokenCount(usage.cacheWrite),
    output: parseTokenCount(usage.output),
    reasoning: parseTokenCount(usage.reasoning),
  };
  const isEmpty = Object.values(counts).every((count) => count === 0);
  return isEmpty ? null : { kind: "usage", model, ...counts };
}

function resultBodies(message: JsonObject, calls: PendingChanges): ItemBody[] {
  const call_id = textOf(message.toolCallId);
  const ok = message.isError !== true;
  const bodies: ItemBody[] = [
    {
      kind: "tool_result",
      call_id,
      ok,
      content: textOf(message.content),
      attachments: imagesOf(message.content),
    },
    ...unknownBlocks(message.content),
  ];
  const path = calls.changing.get(call_id);
  calls.changing.delete(call_id);
  if (path !== undefined && ok) {
    const details = isObject(message.details) ? message.details : {};
    const diff = typeof details.diff === "string" ? details.diff : null;
    bodies.push({ kind: "file_change", path, change: "update", diff });
  }
  return bodies;
}

/** The text of content that is a text, or a list of blocks. */
function textOf(content: Json | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((block) => (isObject(block) && typeof block.text === "string" ? [block.text] : []))
    .join("\n");
}

function imagesOf(content: Json | undefined) {
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) => {
    if (!isObject(block) || block.type !== "image") return [];
    const media_type = typeof block.mimeType === "string" ? block.mimeType : "image/png";
    const base64 = typeof block.data === "string" ? block.data : null;
    return [{ media_type, base64, uri: null }];
  });
}
