import type { ToolKind, TranscriptItem } from "../../model/transcript.ts";
import { type ToolTable, translateCall } from "../../transcripts/tool-names.ts";
import { foreignToolUse } from "./foreign-tools.ts";
import { type KeyedStep, keyedStep, type StepDraft, type StepKind } from "./step.ts";
import { readToolEnd } from "./tool-result.ts";

type Item<Kind extends TranscriptItem["kind"]> = Extract<TranscriptItem, { kind: Kind }>;

/** How tools are spelled here, so that the calls of different agents can be compared. */
const neutralTools: ToolTable = [
  spelled("shell", "command"),
  spelled("read", "path"),
  spelled("write", "path", "content"),
  spelled("edit", "path", "old", "new"),
  spelled("search", "pattern", "path"),
  spelled("list", "path"),
  spelled("glob", "pattern", "path"),
  spelled("fetch", "url"),
  spelled("web_search", "query"),
  spelled("plan"),
  spelled("sub_agent", "prompt"),
];

function spelled(kind: ToolKind, ...keys: readonly string[]): ToolTable[number] {
  return [kind, { name: kind, arguments: Object.fromEntries(keys.map((key) => [key, key])) }];
}

/** What of a session is read as steps. */
export interface SessionToStep {
  readonly items: AsyncIterable<TranscriptItem>;
  readonly tools: ToolTable;
  /** The folder of the session. */
  readonly cwd: string | null;
}

/**
 * The steps of a session: what the person asked, every tool call with its result, every error. Only
 * what is in force counts, not the paths that were left and not the steps of sub-agents.
 */
export async function* stepsOfSession(session: SessionToStep): AsyncGenerator<KeyedStep> {
  const open = new Map<string, StepDraft>();
  for await (const item of session.items) {
    if (item.thread !== null || item.branch !== null) continue;
    if (item.kind === "tool_call") {
      open.set(item.call_id, draftOfCall(item, session.tools));
      continue;
    }
    if (item.kind === "tool_result") {
      const call = open.get(item.call_id);
      if (call === undefined) continue;
      open.delete(item.call_id);
      yield keyedStep(answered(call, item), session.cwd);
      continue;
    }
    const draft = draftOfItem(item);
    if (draft !== null) yield keyedStep(draft, session.cwd);
  }
  for (const draft of open.values()) yield keyedStep(draft, session.cwd);
}

const noResult = { ok: null, exitCode: null, error: null };

function draftOfItem(item: TranscriptItem): StepDraft | null {
  const { at } = item;
  if (item.kind === "error") {
    return { kind: "error", subject: item.text, ...noResult, ok: false, error: item.text, at };
  }
  if (item.kind !== "message" || item.role !== "user" || item.sender !== undefined) return null;
  return { kind: "request", subject: item.text, ...noResult, at };
}

function draftOfCall(call: Item<"tool_call">, tools: ToolTable): StepDraft {
  const { name, arguments: input, at } = translateCall(call, tools, neutralTools);
  const read = (key: string): string => {
    const value = typeof input === "string" ? undefined : input[key];
    return typeof value === "string" ? value : "";
  };
  const step = (kind: StepKind, subject: string): StepDraft => ({
    kind,
    subject,
    ...noResult,
    at,
  });
  if (name === "shell" && read("command") !== "") return step("command", read("command"));
  if (name === "read" && read("path") !== "") return step("read", read("path"));
  if ((name === "write" || name === "edit") && read("path") !== "") {
    return step("write", read("path"));
  }
  const use = typeof input === "string" ? null : foreignToolUse(name, input);
  if (use !== null) return step(use.kind, use.subject);
  const text = typeof input === "string" ? input : (JSON.stringify(input) ?? "");
  return step("tool", `${name} ${text}`);
}

function answered(draft: StepDraft, { ok, content }: Item<"tool_result">): StepDraft {
  const { exitCode, firstLine } = readToolEnd(content);
  const hasFailed = !ok || (draft.kind === "command" && exitCode !== null && exitCode !== 0);
  const error = hasFailed ? firstLine || `exit ${exitCode ?? "unknown"}` : null;
  return { ...draft, ok: !hasFailed, error, exitCode: draft.kind === "command" ? exitCode : null };
}
