import { formatNumber } from "../../base/text/format-count.ts";
import { formatCost } from "../../base/text/format-measures.ts";
import { excerptLine } from "../../base/text/one-line.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { costOf, type PriceTable } from "../../tasks/read/prices.ts";
import { usageOf } from "../../tasks/read/session-facts.ts";
import type { ViewItem } from "../../transcripts/conversation-view.ts";
import { answerTo, isQuestion } from "../../transcripts/digest/answers.ts";
import { isNumbered } from "../../transcripts/item-numbers.ts";
import { mainArgument } from "../../transcripts/main-argument.ts";
import { argumentOf, type ToolTable } from "../../transcripts/tool-names.ts";
import type { ConversationData, EditData, Fact, Row, RowGroup } from "../../web/page.ts";
import { type ImageChooser, noImages } from "./row-images.ts";

type Item<Kind extends TranscriptItem["kind"]> = Extract<TranscriptItem, { kind: Kind }>;

/** Rows of a conversation, and facts that were counted on the way. */
export interface ConversationRows {
  readonly conversation: ConversationData;
  readonly facts: readonly Fact[];
}

type Draft = { -readonly [Key in keyof Row]: Row[Key] };
/** A call whose result may still come. */
interface OpenCall {
  readonly row: Draft;
  readonly asks: boolean;
}
type GroupDraft = { -readonly [Key in keyof RowGroup]: RowGroup[Key] };

/** What rows are built with. */
export interface RowRules {
  /** The tools of the agent. */
  readonly tools: ToolTable;
  readonly prices: PriceTable;
  /** Which pictures are shown; none where a page is passed on. */
  readonly chooseImages?: ImageChooser;
}

/** Tokens, and their price in US dollars; null as soon as that of a model is not known. */
interface UsedTokens {
  input: number;
  output: number;
  usd: number | null;
}

/** Builds the rows of a conversation from its items, one after another. */
export interface RowBuilder {
  readonly groups: readonly RowGroup[];
  /** Tokens that the conversation has used so far. */
  readonly used: Readonly<UsedTokens>;
  /** The row that an item begins, or that a result or a usage completes; null for an item that has none. */
  add(item: TranscriptItem): Row | null;
}

/** Starts the rows of a conversation. A tool's result is part of its call. */
export function createRowBuilder({ tools, prices, chooseImages = noImages }: RowRules): RowBuilder {
  const groups: GroupDraft[] = [];
  const groupIndex = new Map<string, number>();
  const calls = new Map<string, OpenCall>();
  const used: UsedTokens = { input: 0, output: 0, usd: 0 };
  let count = 0;
  let places = 0;
  let last: Draft | null = null;
  let model: string | null = null;
  return {
    groups,
    used,
    add(item) {
      if (item.kind === "message") model = item.model ?? model;
      if (item.kind === "usage") {
        const usd = costOf(item.model ?? model, usageOf(item), prices);
        const spent = { input: inputOf(item), output: item.output, usd };
        Object.assign(used, addTokens(used, spent));
        return addUsage(last, spent);
      }
      if (item.kind === "tool_result") return completeCall(calls, item, chooseImages);
      const group = groupOf(item, groups, groupIndex);
      const content = contentOf(item, tools, chooseImages);
      if (content === null) return null;
      const place = isNumbered(item) ? { place: ++places } : {};
      const row: Draft = { number: ++count, ...place, at: item.at, ...content };
      last = row;
      if (group !== null) joinGroup(row, group, groups);
      if (item.kind === "tool_call") calls.set(callKey(item), { row, asks: isQuestion(item) });
      return row;
    },
  };
}

function inputOf({ input_uncached, cache_read, cache_write }: Item<"usage">): number {
  return input_uncached + cache_read + cache_write;
}

/** Tokens count for the row that was read before them. */
function addUsage(row: Draft | null, spent: UsedTokens): Row | null {
  if (row === null) return null;
  row.used = addTokens(row.used ?? { input: 0, output: 0, usd: 0 }, spent);
  return row;
}

function addTokens(left: Readonly<UsedTokens>, right: UsedTokens): UsedTokens {
  return {
    input: left.input + right.input,
    output: left.output + right.output,
    usd: left.usd === null || right.usd === null ? null : left.usd + right.usd,
  };
}

/** Whether a row is a call whose result may still come. */
export function isAwaitingResult({ tool }: Row): boolean {
  return tool?.ok === null;
}

/** Every item of a conversation as a row: sub-agents and abandoned branches too, as groups. */
export async function conversationRows(
  items: AsyncIterable<TranscriptItem>,
  rules: RowRules,
): Promise<ConversationRows> {
  const rows: Row[] = [];
  const builder = createRowBuilder(rules);
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
function completeCall(
  calls: Map<string, OpenCall>,
  result: Item<"tool_result">,
  chooseImages: ImageChooser,
): Row | null {
  const key = callKey(result);
  const { row, asks = false } = calls.get(key) ?? {};
  if (row?.tool === undefined) return null;
  const answer = asks ? answerTo(result) : null;
  const output = { ok: result.ok, output: result.content };
  row.tool = { ...row.tool, ...output, ...(answer !== null && { answer }) };
  if (answer !== null) row.item = result.id;
  const { images } = chooseImages(result.attachments);
  if (images.length > 0) row.images = images;
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

type Content = Omit<Row, "number" | "place" | "at" | "group">;

function contentOf(
  item: TranscriptItem,
  tools: ToolTable,
  chooseImages: ImageChooser,
): Content | null {
  switch (item.kind) {
    case "message":
      return messageContent(item, chooseImages);
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

function messageContent(item: Item<"message">, chooseImages: ImageChooser): Content {
  const { images, others } = chooseImages(item.attachments);
  const lines = others.map(({ media_type }) => `[attachment: ${media_type}]`);
  const text = [item.text, ...lines].filter((line) => line !== "").join("\n");
  const shown = images.length === 0 ? {} : { images };
  return { kind: item.role, item: item.id, ...senderOf(item), text, ...shown };
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

function tokenFacts({ input, output, usd }: Readonly<UsedTokens>): readonly Fact[] {
  if (input + output === 0) return [];
  return [
    { label: "Tokens in, out", value: `${formatNumber(input)}, ${formatNumber(output)}` },
    { label: "Cost at list prices", value: formatCost(usd) },
  ];
}

/** The items of a thread of the workspace as rows. */
export function viewRows(items: readonly ViewItem[]): ConversationData {
  const rows = items.map((item, index): Row => {
    const { number: place, kind, at, text, tool, diff } = item;
    return {
      number: index + 1,
      // All items of a turn have the number of its message.
      ...(kind === "user" && { place }),
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
