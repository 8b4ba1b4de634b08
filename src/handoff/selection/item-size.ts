import { sha256 } from "../../base/hash.ts";
import { isProgramCommand } from "../../model/typed-request.ts";
import { type ConversationItem, textBytesOf } from "../../transcripts/conversation-item.ts";
import {
  commandKey,
  commandOf,
  isLookingCall,
  isReadOnly,
} from "../../transcripts/digest/commands.ts";
import { requestText } from "../../transcripts/digest/requests.ts";
import { pageBytesOf } from "../../transcripts/markdown.ts";
import { argumentOf, type ToolTable, toolKindOf } from "../../transcripts/tool-names.ts";

/** What the selection must know of an item. */
export interface ItemSize {
  readonly id: string;
  readonly kind: ConversationItem["kind"];
  readonly isRequest: boolean;
  /** Whether it is output: of a tool, or what a program put in the user's place, such as a file or a report. */
  readonly isOutput: boolean;
  readonly call_id: string | null;
  /** The same for calls of which only the newest counts; null for everything else. */
  readonly signature: string | null;
  /** Whether a call only looks at something. */
  readonly isLook: boolean;
  /** The bytes of its text, and those that a page puts around it: a heading, a fence, a blank line. */
  readonly bytes: number;
  readonly frame: number;
}

/** The size of an item as it is; `tools` are those of the agent that its calls are named for. */
export function sizeOfItem(item: ConversationItem, tools: ToolTable): ItemSize {
  const bytes = bytesOfItem(item);
  return {
    id: item.id,
    kind: item.kind,
    isRequest: isRequest(item),
    isOutput: "call_id" in item || (item.kind === "message" && isByProgram(item)),
    call_id: "call_id" in item ? item.call_id : null,
    signature: item.kind === "tool_call" ? signatureOf(item, tools) : null,
    isLook: item.kind === "tool_call" && isLookingCall(item, tools),
    bytes,
    frame: pageBytesOf(item) - bytes,
  };
}

type Message = Extract<ConversationItem, { kind: "message" }>;

function isRequest(item: ConversationItem): boolean {
  if (item.kind !== "message" || item.role !== "user" || isByProgram(item)) return false;
  return requestText(item.text) !== "";
}

/** Whether a program wrote it, or it is for the agent's own program, such as `/clear`. */
function isByProgram({ sender, role, text }: Message): boolean {
  if (sender !== undefined) return sender !== "teammate";
  return role === "user" && isProgramCommand(text);
}

/** The bytes of an item as a page shows it, which breaks the arguments of a call into lines. */
function bytesOfItem(item: ConversationItem): number {
  if (item.kind === "message" && item.text.trim() === "") return 0;
  if (item.kind !== "tool_call" || typeof item.arguments === "string") return textBytesOf(item);
  return Buffer.byteLength(JSON.stringify(item.arguments, null, 2)) + item.name.length;
}

/** A plan replaces the one before it, a later run or change of the same thing says how it is now. */
function signatureOf(
  call: Extract<ConversationItem, { kind: "tool_call" }>,
  tools: ToolTable,
): string {
  const kind = toolKindOf(call.name, tools);
  if (kind === "plan") return "plan";
  const command = commandOf(call, tools);
  if (command !== null && !isReadOnly(command)) return `run ${commandKey(command)}`;
  const path = kind === "write" || kind === "edit" ? argumentOf(call, "path", tools) : null;
  if (typeof path === "string") return `file ${path}`;
  return sha256(JSON.stringify([call.name, call.arguments])).slice(0, 16);
}
