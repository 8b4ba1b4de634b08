import { mapStrings } from "../base/json/map-strings.ts";
import { isObject } from "../base/json/value.ts";
import { type ConversationItem, textBytesOf } from "../transcripts/conversation-item.ts";
import { condenseMessage } from "./condense-message.ts";

/** Least of a text that is left when arguments are shortened: a name or a path stays readable. */
const MIN_ARGUMENT_BYTES = 80;

/** An item within a number of bytes: of long texts the beginning and the end, and between them what is missing. */
export function shortenItem(item: ConversationItem, maxBytes: number): ConversationItem {
  // Without a bound nothing has to be counted.
  if (maxBytes === Number.POSITIVE_INFINITY || textBytesOf(item) <= maxBytes) return item;
  switch (item.kind) {
    case "message":
      return { ...item, text: shortenMessage(item, maxBytes) };
    case "tool_call":
      return { ...item, arguments: shortenArguments(item.arguments, maxBytes) };
    case "tool_result":
      return { ...item, content: shortenText(item.content, maxBytes) };
    case "compaction":
      return { ...item, summary: item.summary && shortenText(item.summary, maxBytes) };
    default:
      return item satisfies never;
  }
}

/** Of a reply the lines that bear its claims, of a request its beginning and its end. */
function shortenMessage({ role, text }: Message, maxBytes: number): string {
  const condensed = role === "assistant" ? condenseMessage(text, maxBytes) : null;
  return condensed ?? shortenText(text, maxBytes);
}

type Message = Extract<ConversationItem, { kind: "message" }>;
type Arguments = Extract<ConversationItem, { kind: "tool_call" }>["arguments"];

/** The longest texts go first: short ones say what the call is about. As much of them stays as fits. */
function shortenArguments(input: Arguments, maxBytes: number): Arguments {
  if (typeof input === "string") return shortenText(input, maxBytes);
  const fits = (value: unknown) => Buffer.byteLength(JSON.stringify(value, null, 2)) <= maxBytes;
  const within = (most: number) => mapStrings(input, (text) => shortenText(text, most));
  if (!fits(within(MIN_ARGUMENT_BYTES))) return shortenLists(within(MIN_ARGUMENT_BYTES), fits);
  let least = MIN_ARGUMENT_BYTES;
  let most = maxBytes;
  while (most - least > MIN_ARGUMENT_BYTES / 2) {
    const middle = Math.floor((least + most) / 2);
    if (fits(within(middle))) least = middle;
    else most = middle;
  }
  return within(least);
}

/** Many short texts are too long together: of every list only the first entries stay. */
function shortenLists<Value>(original: Value, fits: (value: unknown) => boolean): Value {
  let shortened = original;
  for (const most of [8, 4, 2, 1]) {
    shortened = cutLists(original, most);
    if (fits(shortened)) break;
  }
  return shortened;
}

/** A JSON value with at most so many entries in every list. */
function cutLists<Value>(value: Value, most: number): Value {
  // A value of JSON stays one of the same type.
  if (Array.isArray(value))
    return value.slice(0, most).map((each) => cutLists(each, most)) as Value;
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, cutLists(each, most)]);
  return Object.fromEntries(entries) as Value;
}

function shortenText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  const half = Math.floor(Math.max(0, maxBytes - MARK_BYTES) / 2);
  // Half a character at a cut becomes a replacement mark, which is taken off again.
  const head = bytes
    .subarray(0, half)
    .toString()
    .replace(/\uFFFD$/, "");
  const tail = bytes
    .subarray(bytes.length - half)
    .toString()
    .replace(/^\uFFFD+/, "");
  const missing = bytes.length - Buffer.byteLength(head) - Buffer.byteLength(tail);
  return `${head}\n[${missing} bytes left out here]\n${tail}`;
}

const MARK_BYTES = 32;
