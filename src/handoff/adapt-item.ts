import { mapStrings } from "../base/json/map-strings.ts";
import { removeHiddenText } from "../base/text/invisible.ts";
import type { Redactor } from "../redact/redactor.ts";
import type { ConversationItem } from "../transcripts/conversation-item.ts";
import { type ToolTable, translateCall } from "../transcripts/tool-names.ts";
import { dropReminders } from "./drop-reminders.ts";
import { dropReplacedText } from "./drop-replaced-text.ts";
import { type ItemChange, PREFIX } from "./item-change.ts";
import { redactItem } from "./redact-item.ts";
import { shortenItem } from "./shorten-item.ts";

/** Everything that is done to an item on its way. */
export interface Adaptation {
  /** Null when nothing is to be hidden. */
  readonly redactor: Redactor | null;
  readonly sourceTools: ToolTable;
  readonly receiverTools: ToolTable;
  /** Replaces the paths that were asked for; null when there are none. */
  readonly replacePaths: ((text: string) => string) | null;
  /** Whether edits are carried without the text that they replaced. */
  readonly dropsReplacedText?: boolean;
  /** Whether the receiver would take a user's message with this text for something of its own. */
  isReservedText?(text: string): boolean;
}

/** An item as the receiver gets it, and what was changed. */
export interface AdaptedItem {
  readonly item: ConversationItem;
  readonly changes: readonly ItemChange[];
  /** The name of a call's tool in the source, when the receiver has another one. */
  readonly renamedFrom: string | null;
}

/** Adapts an item to the receiver, within a number of bytes; the same item always comes out the same. */
export function adaptItem(
  item: ConversationItem,
  adaptation: Adaptation,
  maxBytes = Number.POSITIVE_INFINITY,
): AdaptedItem {
  const changes: ItemChange[] = [];
  let adapted = item;
  let renamedFrom: string | null = null;
  const change = (next: ConversationItem, reason: ItemChange) => {
    if (next !== adapted && !haveSameArguments(next, adapted)) changes.push(reason);
    adapted = next;
  };
  const { redactor, replacePaths } = adaptation;
  if (item.kind === "tool_call") {
    const call = translateCall(item, adaptation.sourceTools, adaptation.receiverTools);
    change(call, { kind: "renamed", from: item.name, to: call.name });
    if (call.name !== item.name) renamedFrom = item.name;
  }
  const visible = mapTexts(adapted, (text) => removeHiddenText(text).text);
  change(visible, { kind: "hidden_text_removed" });
  if (redactor !== null) change(redactItem(adapted, redactor), { kind: "redacted" });
  if (replacePaths !== null) change(mapTexts(adapted, replacePaths), { kind: "mapped" });
  if (adaptation.dropsReplacedText && adapted.kind === "tool_call") {
    const shorter = dropReplacedText(adapted, adaptation.receiverTools);
    change(shorter, { kind: "shortened", part: "replaced_text" });
  }
  if (adaptation.dropsReplacedText) {
    change(dropReminders(adapted), { kind: "shortened", part: "reminders" });
  }
  change(shortenItem(adapted, maxBytes), { kind: "shortened", part: "long_text" });
  change(prefixReserved(adapted, adaptation), { kind: "prefixed" });
  return { item: adapted, changes, renamedFrom };
}

/** Keeps a user's message one: a text that begins with a mark of the receiver's gets something before it. */
function prefixReserved(item: ConversationItem, { isReservedText }: Adaptation): ConversationItem {
  if (item.kind !== "message" || item.role !== "user" || !isReservedText?.(item.text)) return item;
  return { ...item, text: `${PREFIX}${item.text}` };
}

/** Whether two calls are the same, with arguments that were only written again. */
function haveSameArguments(left: ConversationItem, right: ConversationItem): boolean {
  if (left.kind !== "tool_call" || right.kind !== "tool_call" || left.name !== right.name)
    return false;
  return JSON.stringify(left.arguments) === JSON.stringify(right.arguments);
}

/** An item with every text that a model is given changed; ids and names stay. The item itself if none is. */
function mapTexts(item: ConversationItem, change: (text: string) => string): ConversationItem {
  switch (item.kind) {
    case "message": {
      const text = change(item.text);
      return text === item.text ? item : { ...item, text };
    }
    case "tool_call": {
      const changed = mapStrings(item.arguments, change);
      return changed === item.arguments ? item : { ...item, arguments: changed };
    }
    case "tool_result": {
      const content = change(item.content);
      return content === item.content ? item : { ...item, content };
    }
    case "compaction": {
      const summary = item.summary && change(item.summary);
      return summary === item.summary ? item : { ...item, summary };
    }
    default:
      return item satisfies never;
  }
}
