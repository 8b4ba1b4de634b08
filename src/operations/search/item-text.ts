import type { TranscriptItem } from "../../model/transcript.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { argumentOf, type ToolTable, toolKindOf } from "../../transcripts/tool-names.ts";

/** Something that can be found: a message, a call, a result, without secrets. */
export interface Entry {
  readonly kind:
    | "title"
    | "user"
    | "assistant"
    | "thinking"
    | "summary"
    | "call"
    | "result"
    | "error";
  readonly at_ms: number | null;
  readonly tool: string | null;
  readonly tool_kind: string | null;
  readonly text: string;
}

/** Characters that are kept of a message. */
export const MAX_MESSAGE = 64 * 1024;
/** Characters that are kept of calls and results; outputs of tools are long, and their ends tell most. */
const MAX_CALL = 8 * 1024;
const RESULT_HEAD = 3 * 1024;
const RESULT_TAIL = 1024;

/** Reads items one after the other; results get the name of the tool that was called. */
export function createEntryReader(tools: ToolTable, redactor: Redactor) {
  const called = new Map<string, Pick<Entry, "tool" | "tool_kind">>();
  const clean = (text: string) => redactor.text(text, "");
  const entry = (kind: Entry["kind"], item: TranscriptItem, text: string): Entry | null =>
    text.trim() === "" ? null : { kind, at_ms: timeOf(item), tool: null, tool_kind: null, text };

  return (item: TranscriptItem): Entry | null => {
    switch (item.kind) {
      case "message":
        return entry(item.role, item, beginning(clean(item.text), MAX_MESSAGE));
      case "reasoning":
        return entry("thinking", item, beginning(clean(item.text), MAX_MESSAGE));
      case "compaction":
        return entry("summary", item, beginning(clean(item.summary ?? ""), MAX_MESSAGE));
      case "error":
        return entry("error", item, beginning(clean(item.text), MAX_CALL));
      case "tool_call": {
        const tool = { tool: item.name, tool_kind: toolKindOf(item.name, tools) };
        if (called.size < MAX_CALLS) called.set(item.call_id, tool);
        const text = stringsIn(redactor.value(item.arguments, "")).join("\n");
        const found = entry("call", item, beginning(`${item.name}\n${text}`, MAX_CALL));
        return found && { ...found, ...tool };
      }
      case "tool_result": {
        const found = entry("result", item, ends(clean(item.content)));
        return found && { ...found, ...called.get(item.call_id) };
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
const DEEPEST = 20;

/** The texts of a call's arguments in their order. */
function stringsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  return Object.values(value).flatMap((member) => stringsIn(member, depth + 1));
}

/** Cut at white space: a secret that is only recognised later is then not cut in two. */
export function beginning(text: string, max: number): string {
  if (text.length <= max) return text;
  const at = Math.max(text.lastIndexOf(" ", max), text.lastIndexOf("\n", max));
  return text.slice(0, Math.max(0, at));
}

function ends(text: string): string {
  if (text.length <= RESULT_HEAD + RESULT_TAIL) return text;
  const rest = text.slice(-RESULT_TAIL);
  const at = rest.search(/\s/);
  return `${beginning(text, RESULT_HEAD)}\n…\n${at === -1 ? "" : rest.slice(at + 1)}`;
}

/** The file that a call or a recorded change is about; null for anything else. */
export function fileOf(item: TranscriptItem, tools: ToolTable): string | null {
  if (item.kind === "file_change") return item.path;
  const path = item.kind === "tool_call" ? argumentOf(item, "path", tools) : null;
  return typeof path === "string" && path !== "" ? path : null;
}
