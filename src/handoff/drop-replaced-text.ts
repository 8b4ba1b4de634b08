import type { ConversationItem } from "../transcripts/conversation-item.ts";
import { type ToolTable, toolKindOf } from "../transcripts/tool-names.ts";

type ToolCall = Extract<ConversationItem, { kind: "tool_call" }>;

/** Shorter texts cost less than the mark in their place. */
const MIN_LENGTH = 40;

/**
 * An edit without the text that it replaced: that text is gone, and who reads it in a short page takes it for
 * what the file says.
 */
export function dropReplacedText(call: ToolCall, tools: ToolTable): ToolCall {
  const { arguments: input } = call;
  if (typeof input === "string") return { ...call, arguments: dropRemovedLines(input) };
  const spelling = tools.find(([, { name }]) => name === call.name)?.[1];
  const isEdit = toolKindOf(call.name, tools) === "edit";
  const entries = Object.entries(input).map(([key, value]) => {
    if (typeof value !== "string") return [key, value] as const;
    const isReplaced = isEdit && spelling?.arguments[key] === "old" && value.length >= MIN_LENGTH;
    return [key, isReplaced ? mark(value) : dropRemovedLines(value)] as const;
  });
  return { ...call, arguments: Object.fromEntries(entries) };
}

/** A patch without the lines that it takes away; any other text as it is. */
function dropRemovedLines(text: string): string {
  if (!text.includes("*** Begin Patch")) return text;
  return text
    .split("\n")
    .filter((line) => !line.startsWith("-"))
    .join("\n");
}

function mark(text: string): string {
  return `[${Buffer.byteLength(text)} bytes left out here]`;
}
