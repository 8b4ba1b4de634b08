import type { TranscriptItem } from "../../model/transcript.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { argumentOf, type ToolTable, toolKindOf } from "../../transcripts/tool-names.ts";

/** What an entry can be. */
export const entryKinds = [
  "title",
  "user",
  "assistant",
  "thinking",
  "summary",
  "call",
  "result",
  "error",
] as const;

/** Something that can be found: a message, a call, a result, without secrets. */
export interface Entry {
  readonly kind: (typeof entryKinds)[number];
  readonly at_ms: number | null;
  readonly tool: string | null;
  readonly tool_kind: string | null;
  readonly text: string;
  /** Whether a part of it is not in the text, because it is too long. */
  readonly isCut: boolean;
}

/** Characters that are kept of a message, a call and a result: more than agents give to their models. */
const MAX_TEXT = 256 * 1024;
/** Characters that are kept from the end of a result that is longer. */
const RESULT_TAIL = 64 * 1024;

/** Reads items one after the other; results get the name of the tool that was called. */
export function createEntryReader(tools: ToolTable, redactor: Redactor) {
  const called = new Map<string, Pick<Entry, "tool" | "tool_kind">>();
  const clean = (text: string) => redactor.text(text, "");
  const entry = (kind: Entry["kind"], item: TranscriptItem, text: string): Entry | null =>
    text.trim() === ""
      ? null
      : { kind, at_ms: timeOf(item), tool: null, tool_kind: null, ...cutEnd(text) };

  return (item: TranscriptItem): Entry | null => {
    switch (item.kind) {
      case "message":
        return entry(item.role, item, clean(item.text));
      case "reasoning":
        return entry("thinking", item, clean(item.text));
      case "compaction":
        return entry("summary", item, clean(item.summary ?? ""));
      case "error":
        return entry("error", item, clean(item.text));
      case "tool_call": {
        const tool = { tool: item.name, tool_kind: toolKindOf(item.name, tools) };
        if (called.size < MAX_CALLS) called.set(item.call_id, tool);
        const text = stringsIn(redactor.value(item.arguments, "")).join("\n");
        const found = entry("call", item, `${item.name}\n${text}`);
        return found && { ...found, ...tool };
      }
      case "tool_result": {
        const text = clean(item.content);
        const found = entry("result", item, text);
        return found && { ...found, ...cutMiddle(text), ...called.get(item.call_id) };
      }
      default:
        return null;
    }
  };
}

function timeOf({ at }: TranscriptItem): number | null {
  const time = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) ? null : time;
}

/** Calls whose names are remembered for their results. */
const MAX_CALLS = 100_000;
const MAX_DEPTH = 20;

/** The texts of a call's arguments in their order. */
function stringsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((member) => stringsIn(member, depth + 1));
}

/** The beginning of a text that is too long. */
export function cutEnd(text: string): Pick<Entry, "text" | "isCut"> {
  return { text: beginning(text, MAX_TEXT), isCut: text.length > MAX_TEXT };
}

/** The beginning and the end of a text that is too long: an output ends with what came of a command. */
function cutMiddle(text: string): Pick<Entry, "text" | "isCut"> {
  if (text.length <= MAX_TEXT) return { text, isCut: false };
  const rest = text.slice(-RESULT_TAIL);
  const at = rest.search(/\s/);
  const end = at === -1 ? "" : rest.slice(at + 1);
  return { text: `${beginning(text, MAX_TEXT - RESULT_TAIL)}\n…\n${end}`, isCut: true };
}

/** Cut at white space: a secret that is only recognised later is then not cut in two. */
function beginning(text: string, max: number): string {
  if (text.length <= max) return text;
  const at = Math.max(text.lastIndexOf(" ", max), text.lastIndexOf("\n", max));
  return text.slice(0, Math.max(0, at));
}

/** The file that a call or a recorded change is about; null for anything else. */
export function fileOf(item: TranscriptItem, tools: ToolTable): string | null {
  if (item.kind === "file_change") return item.path;
  const path = item.kind === "tool_call" ? argumentOf(item, "path", tools) : null;
  return typeof path === "string" && path !== "" ? path : null;
}
