import type { Json } from "../../../base/json/value.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { TranscriptItem } from "../../../model/transcript.ts";

/** A message as Inspect has it. */
export type ChatMessage = Readonly<Record<string, Json>>;

/** Messages, and how many parts of the conversation did not fit. */
export interface ChatMessages {
  readonly messages: readonly ChatMessage[];
  readonly leftOut: number;
}

/** How much of a conversation is taken, and how its texts are cleaned. */
export interface MessageOptions {
  readonly maxCharacters: number;
  /** Replaces secrets. */
  readonly clean: (text: string) => string;
}

/** The conversation of a transcript as messages: what sub-agents did and paths that the user left are not in it. */
export async function chatMessages(
  items: AsyncIterable<TranscriptItem>,
  { maxCharacters, clean }: MessageOptions,
): Promise<ChatMessages> {
  const drafts: Draft[] = [];
  const functions = new Map<string, string>();
  let left = maxCharacters;
  let leftOut = 0;
  for await (const item of items) {
    if (item.thread !== null || item.branch !== null) continue;
    const size = sizeOf(item);
    if (size === null) continue;
    if (size > left) {
      leftOut++;
      continue;
    }
    left -= size;
    addItem(drafts, item, { functions, clean });
  }
  return { messages: drafts.map(messageOf), leftOut };
}

interface ToolCall {
  readonly id: string;
  readonly function: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly type: "function";
}

/** A message that can still grow: an assistant's text and the calls that follow it are one message. */
interface Draft {
  readonly role: "user" | "assistant" | "tool" | "system";
  text: string;
  reasoning: string;
  readonly calls: ToolCall[];
  readonly more: Readonly<Record<string, Json>>;
}

/** The characters of an item that becomes part of a message; null for all others. */
function sizeOf(item: TranscriptItem): number | null {
  switch (item.kind) {
    case "message":
    case "reasoning":
      return item.text.length;
    case "tool_call":
      return JSON.stringify(item.arguments).length;
    case "tool_result":
      return item.content.length;
    case "compaction":
      return item.summary?.length ?? null;
    default:
      return null;
  }
}

interface Adding {
  /** Names of the tools by the ids of their calls. */
  readonly functions: Map<string, string>;
  readonly clean: MessageOptions["clean"];
}

function addItem(drafts: Draft[], item: TranscriptItem, { functions, clean }: Adding): void {
  switch (item.kind) {
    case "message": {
      const text = clean(item.text);
      if (item.role === "user") drafts.push(draftOf("user", text));
      else openAssistant(drafts, (draft) => draft.text === "").text = text;
      return;
    }
    case "reasoning":
      if (item.text !== "") {
        const draft = openAssistant(drafts, ({ text, calls }) => text === "" && calls.length === 0);
        draft.reasoning += clean(item.text);
      }
      return;
    case "tool_call":
      functions.set(item.call_id, item.name);
      openAssistant(drafts, () => true).calls.push({
        id: item.call_id,
        function: item.name,
        arguments: argumentsOf(item.arguments, clean),
        type: "function",
      });
      return;
    case "tool_result": {
      const content = clean(item.content);
      const error = { type: "unknown", message: excerpt(content, 300) };
      const name = functions.get(item.call_id);
      drafts.push(
        draftOf("tool", content, {
          tool_call_id: item.call_id,
          ...(name === undefined ? {} : { function: name }),
          ...(item.ok ? {} : { error }),
        }),
      );
      return;
    }
    case "compaction":
      drafts.push(
        draftOf("system", `Summary of the conversation so far:\n\n${clean(item.summary ?? "")}`),
      );
      return;
    default:
      return;
  }
}

function draftOf(role: Draft["role"], text: string, more: Draft["more"] = {}): Draft {
  return { role, text, reasoning: "", calls: [], more };
}

/** The last message, if it is one of the assistant that can take more, else a new one. */
function openAssistant(drafts: Draft[], canTake: (draft: Draft) => boolean): Draft {
  const last = drafts.at(-1);
  if (last?.role === "assistant" && canTake(last)) return last;
  const draft = draftOf("assistant", "");
  drafts.push(draft);
  return draft;
}

function argumentsOf(
  value: Readonly<Record<string, unknown>> | string,
  clean: MessageOptions["clean"],
): ToolCall["arguments"] {
  if (typeof value === "string") return { input: clean(value) };
  return cleanJson(value, clean) as ToolCall["arguments"];
}

function cleanJson(value: unknown, clean: MessageOptions["clean"]): Json {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((each) => cleanJson(each, clean));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, cleanJson(each, clean)]),
    );
  }
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}

function messageOf({ role, text, reasoning, calls, more }: Draft): ChatMessage {
  const content: Json =
    reasoning === ""
      ? text
      : [
          { type: "reasoning", reasoning },
          { type: "text", text },
        ];
  return {
    role,
    content,
    ...more,
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => ({ ...call })) }),
  };
}
