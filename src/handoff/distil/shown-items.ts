import { truncateMiddle } from "../../base/text/one-line.ts";
import type { Redactor } from "../../redact/redactor.ts";
import type { ConversationItem } from "../../transcripts/conversation-item.ts";
import type { ToolTable } from "../../transcripts/tool-names.ts";
import { adaptItem } from "../adapt-item.ts";
import { fitToBudget } from "./fit-to-budget.ts";

/** Part of a session as the model that distils it is shown it. */
export interface ShownItem {
  /** Its place among what is in force, from 1; what an answer cites. */
  readonly number: number;
  readonly item_id: string;
  readonly by: "user" | "assistant" | "tool" | "summary";
  readonly text: string;
}

/** What is shown, and within what. */
export interface ShownItemsRequest {
  readonly session: string;
  items(): AsyncIterable<ConversationItem>;
  readonly tools: ToolTable;
  /** Has learnt from all items. */
  readonly redactor: Redactor;
  /** Tokens of everything that is shown. */
  readonly budget: number;
  /** What is shown besides; it counts. */
  readonly note: string;
}

/** Longest text of one item; of a longer one its beginning and its end are shown. */
const MAX_ITEM_TEXT = 4_000;

/** The newest items that fit the budget, without secrets, oldest first. */
export async function selectShownItems(request: ShownItemsRequest): Promise<readonly ShownItem[]> {
  const { session, budget, note } = request;
  const items = () => shortItems(request);
  const start = await fitToBudget({ session, items, budget, note });
  const shown: ShownItem[] = [];
  let number = 0;
  for await (const item of items()) if (++number > start) shown.push(shownItem(item, number));
  return shown;
}

async function* shortItems({
  items,
  tools,
  redactor,
}: ShownItemsRequest): AsyncGenerator<ConversationItem> {
  const alteration = { from: tools, to: tools, replacePaths: null };
  const quiet = redactor.again();
  for await (const item of items()) {
    yield shortenItem(adaptItem(item, { ...alteration, redactor: quiet }).item);
  }
}

function shortenItem(item: ConversationItem): ConversationItem {
  switch (item.kind) {
    case "message":
      return { ...item, text: truncateMiddle(item.text, MAX_ITEM_TEXT) };
    case "tool_call":
      return { ...item, arguments: truncateMiddle(JSON.stringify(item.arguments), MAX_ITEM_TEXT) };
    case "tool_result":
      return { ...item, content: truncateMiddle(item.content, MAX_ITEM_TEXT) };
    case "compaction":
      return { ...item, summary: item.summary && truncateMiddle(item.summary, MAX_ITEM_TEXT) };
    default:
      return item satisfies never;
  }
}

function shownItem(item: ConversationItem, number: number): ShownItem {
  const place = { number, item_id: item.id };
  switch (item.kind) {
    case "message":
      return { ...place, by: item.role, text: item.text };
    case "tool_call":
      return { ...place, by: "assistant", text: `called ${item.name} ${item.arguments}` };
    case "tool_result":
      return { ...place, by: "tool", text: item.content };
    case "compaction":
      return { ...place, by: "summary", text: item.summary ?? "" };
    default:
      return item satisfies never;
  }
}
