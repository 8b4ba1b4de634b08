import type { TranscriptHeader } from "../model/transcript.ts";
import type { ConversationItem } from "./conversation-item.ts";

/** A conversation as Markdown for people, piece by piece. */
export async function* renderMarkdown(
  header: TranscriptHeader,
  title: string,
  note: string,
  items: AsyncIterable<ConversationItem>,
): AsyncGenerator<string> {
  yield pageHead(header, title);
  if (note !== "") yield `${fenced(note)}\n\n`;
  for await (const item of items) yield `${paragraph(item)}\n\n`;
}

/** What a page begins with: its title, and which session it is. */
export function pageHead({ agent, session_id, cwd }: TranscriptHeader, title: string): string {
  const folder = cwd === null ? "" : ` in \`${cwd}\``;
  return `# ${title}\n\n${agent} session \`${session_id}\`${folder}\n\n`;
}

/** The bytes that a page has for an item, with its heading and its fences. */
export function pageBytesOf(item: ConversationItem): number {
  return Buffer.byteLength(paragraph(item)) + 2;
}

/** Whether a text begins as such a page does. */
export function isPage(text: string): boolean {
  return /^# [^\n]*\n\n\S+ session `[^`\n]+`/.test(text);
}

function paragraph(item: ConversationItem): string {
  switch (item.kind) {
    case "message":
      return `## ${item.role === "user" ? "User" : "Assistant"}\n\n${item.text}`;
    case "tool_call":
      return `**${item.name}**\n\n${fenced(argumentsText(item.arguments))}`;
    case "tool_result":
      return `${item.ok ? "Result" : "Result (failed)"}:\n\n${fenced(item.content)}`;
    case "compaction":
      return `## Summary of the earlier conversation\n\n${item.summary ?? ""}`;
    default:
      return item satisfies never;
  }
}

function argumentsText(
  input: Extract<ConversationItem, { kind: "tool_call" }>["arguments"],
): string {
  return typeof input === "string" ? input : JSON.stringify(input, null, 2);
}

/** A fence that is longer than every run of back-ticks inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
}
