import { formatNumber } from "../../base/text/format-count.ts";
import { excerptLine } from "../../base/text/one-line.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import type { ViewItem } from "../../transcripts/conversation-view.ts";
import { answerTo, isQuestionTool } from "../../transcripts/digest/answers.ts";
import { mainArgument } from "../../transcripts/main-argument.ts";
import { argumentOf, type ToolTable } from "../../transcripts/tool-names.ts";
import type { ConversationData, EditData, Fact, Row, RowGroup } from "../../web/page.ts";

type Item<Kind extends TranscriptItem["kind"]> = Extract<TranscriptItem, { kind: Kind }>;

/** Rows of a conversation, and facts that were counted on the way. */
export interface ConversationRows {
  readonly conversation: ConversationData;
  readonly facts: readonly Fact[];
}

type Draft = { -readonly [Key in keyof Row]: Row[Key] };
type GroupDraft = { -readonly [Key in keyof RowGroup]: RowGroup[Key] };

/** Builds the rows of a conversation from its items, one after another. */
export interface RowBuilder {
  readonly groups: readonly RowGroup[];
  /** Tokens that the conversation has used so far. */
  readonly used: { readonly input: number; readonly output: number };
  /** The row that an item begins, or that a result or a usage completes; null for an item that has none. */
  add(item: TranscriptItem): Row | null;
}

/** Starts the rows of a conversation. A tool's result is part of its call. */
export function createRowBuilder(tools: ToolTable): RowBuilder {
  const groups: GroupDraft[] = [];
  const groupIndex = new Map<string, number>();
  const calls = new Map<string, Draft>();
  const used = { input: 0, output: 0 };
  let count = 0;
  let last: Draft | null = null;
  return {
    groups,
    used,
    add(item) {
      if (item.kind === "usage") {
        used.input += inputOf(item);
        used.output += item.output;
        return addUsage(last, item);
      }
      if (item.kind === "tool_result") return completeCall(calls, item);
      const group = groupOf(item, groups, groupIndex);
      const content = contentOf(item, tools);
      if (content === null) return null;
      const row: Draft = { number: ++count, at: item.at, ...content };
      last = row;
      if (group !== null) joinGroup(row, group, groups);
      if (item.kind === "tool_call") calls.set(callKey(item), row);
      return row;
    },
  };
}

function inputOf({ input_uncached, cache_read, cache_write }: Item<"usage">): number {
  return input_uncached + cache_read + cache_write;
}

/** Tokens count for the row that was read before them. */
function addUsage(row: Draft | null, usage: Item<"usage">): Row | null {
  if (row === null) return null;
  const { input = 0, output = 0 } = row.used ?? {};
  row.used = { input: input + inputOf(usage), output: output + usage.output };
  return row;
}

/** Whether a row is a call whose result may still come. */
export function isAwaitingResult({ tool }: Row): boolean {
  return tool?.ok === null;
}

/** Every item of a conversation as a row: sub-agents and abandoned branches too, as groups. */
export async function conversationRows(
  items: AsyncIterable<TranscriptItem>,
  tools: ToolTable,
): Promise<ConversationRows> {
  const rows: Row[] = [];
  const builder = createRowBuilder(tools);
  for await (const item of items) {
    const row = builder.add(item);
    if (row !== null && row.number > rows.length) rows.push(row);
  }
  const { groups, used } = builder;
  return { conversation: { rows, groups }, facts: tokenFacts(used) };
}

function callKey({ thread, call_id }: Item<"tool_call" | "tool_result">): string {
  return `${thread ?? ""}\n${call_id}`;
}

/** The first result of a call is the one that counts. */
function completeCall(calls: Map<string, Draft>, result: Item<"tool_result">): Row | null {
  const key = callKey(result);
  const row = calls.get(key);
  if (row?.tool === undefined) return null;
  const answer = isQuestionTool(row.tool.name) ? answerTo(result) : null;
  const output = { ok: result.ok, output: result.content };
  row.tool = { ...row.tool, ...output, ...(answer !== null && { answer }) };
  if (answer !== null) row.item = result.id;
  calls.delete(key);
  return row;
}

/** The group an item belongs to; a sub-agent that was started on an abandoned branch is a sub-agent. */
function groupOf(
  item: TranscriptItem,
  groups: GroupDraft[],
  known: Map<string, number>,
): number | null {
  const branch = item.kind === "branch" ? item.id : item.branch;
  if (item.thread === null && branch === null) return null;
  const kind = item.thread === null ? "branch" : "sub-agent";
  const key = `${kind}\n${item.thread ?? branch}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  known.set(key, groups.length);
  const title = item.kind === "branch" ? item.reason : (item.thread ?? "");
  groups.push({ kind, title: excerptLine(title, 120), rows: 0 });
  return groups.length - 1;
}

/** A sub-agent is known by what it was asked. */
function joinGroup(row: Draft, index: number, groups: GroupDraft[]): void {
  row.group = index;
  const group = groups[index];
  if (group === undefined) return;
  if (group.rows === 0 && group.kind === "sub-agent" && row.kind === "user") {
    group.title = excerptLine(row.text, 120);
  }
  group.rows++;
}

type Content = Omit<Row, "number" | "at" | "group">;

function contentOf(item: TranscriptItem, tools: ToolTable): Content | null {
  switch (item.kind) {
    case "message":
      return { kind: item.role, item: item.id, ...senderOf(item), text: withAttachments(item) };
    case "injected":
      return item.text.trim() === "" ? null : { kind: "context", text: item.text };
    case "reasoning":
      return item.text.trim() === "" ? null : { kind: "thinking", text: item.text };
    case "compaction":
      return { kind: "summary", text: item.summary ?? "The summary cannot be read." };
    case "file_change":
      return fileContent(item);
    case "error":
      return { kind: "error", text: item.text };
    case "tool_call":
      return callContent(item, tools);
    case "tool_result":
    case "usage":
    case "branch":
    case "opaque":
      return null;
    default:
      return item satisfies never;
  }
}

function senderOf({ sender }: Pick<ViewItem, "sender">): Pick<Row, "sender"> {
  return sender === undefined ? {} : { sender };
}

function withAttachments({ text, attachments }: Item<"message">): string {
  const lines = attachments.map(({ media_type }) => `[attachment: ${media_type}]`);
  return [text, ...lines].filter((line) => line !== "").join("\n");
}

function fileContent({ change, path, diff }: Item<"file_change">): Content {
  const text = `${change} ${path}`;
  return diff === null ? { kind: "file", text } : { kind: "file", text, diff };
}

function callContent(call: Item<"tool_call">, tools: ToolTable): Content {
  const args = call.arguments;
  const input = typeof args === "string" ? args : inputText(call, tools);
  const edit = editOf(call, tools);
  const tool = { name: call.name, input, ok: null, output: null, ...(edit && { edit }) };
  return { kind: "tool", text: mainArgument(call, tools), tool };
}

/** A command as it was typed, with its other arguments below; everything else as JSON. */
function inputText(call: Item<"tool_call">, tools: ToolTable): string {
  const command = argumentOf(call, "command", tools);
  if (typeof command !== "string") return JSON.stringify(call.arguments, null, 2);
  const others = Object.entries(call.arguments).filter(([, value]) => value !== command);
  if (others.length === 0) return command;
  return `${command}\n\n${JSON.stringify(Object.fromEntries(others), null, 2)}`;
}

function editOf(call: Item<"tool_call">, tools: ToolTable): EditData | null {
  const [path, before, after, content] = ["path", "old", "new", "content"].map((name) =>
    argumentOf(call, name, tools),
  );
  if (typeof path !== "string") return null;
  if (typeof before === "string" && typeof after === "string") return { path, before, after };
  return typeof content === "string" ? { path, before: "", after: content } : null;
}

function tokenFacts({ input, output }: { input: number; output: number }): readonly Fact[] {
  if (input + output === 0) return [];
  return [{ label: "Tokens in, out", value: `${formatNumber(input)}, ${formatNumber(output)}` }];
}

/** The items of a thread of the workspace as rows. */
export function viewRows(items: readonly ViewItem[]): ConversationData {
  const rows = items.map((item, index): Row => {
    const { kind, at, text, tool, diff } = item;
    return {
      number: index + 1,
      kind,
      at,
      ...senderOf(item),
      text,
      ...(diff === null ? {} : { diff }),
      ...(tool && { tool: viewTool(tool) }),
    };
  });
  return { rows, groups: [] };
}

function viewTool({ name, arguments: args, ok, result, answer }: NonNullable<ViewItem["tool"]>) {
  const input = typeof args === "string" ? args : JSON.stringify(args, null, 2);
  return { name, input, ok, output: result, ...(answer !== null && { answer }) };
}
