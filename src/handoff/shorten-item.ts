import { mapStrings } from "../base/json/map-strings.ts";
import { type ConversationItem, textBytesOf } from "../transcripts/conversation-item.ts";

/** Least of a text that is left when arguments are shortened: a name or a path stays readable. */
const LEAST_ARGUMENT = 80;

/** An item within a number of bytes: of long texts the beginning and the end, and between them what is missing. */
export function shortenItem(item: ConversationItem, maxBytes: number): ConversationItem {
  // Without a bound nothing has to be counted.
  if (maxBytes === Number.POSITIVE_INFINITY || textBytesOf(item) <= maxBytes) return item;
  switch (item.kind) {
    case "message":
      return { ...item, text: shortenText(item.text, maxBytes) };
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

/** The longest texts go first: short ones say what the call is about. */
function shortenArguments(
  given: Extract<ConversationItem, { kind: "tool_call" }>["arguments"],
  maxBytes: number,
): Extract<ConversationItem, { kind: "tool_call" }>["arguments"] {
  if (typeof given === "string") return shortenText(given, maxBytes);
  let shortened = given;
  for (let most = maxBytes; most >= LEAST_ARGUMENT; most = Math.floor(most / 2)) {
    shortened = mapStrings(given, (text) => shortenText(text, most));
    if (Buffer.byteLength(JSON.stringify(shortened)) <= maxBytes) break;
  }
  return shortened;
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
