import type { TranscriptItem } from "../model/transcript.ts";
import { isQuestion, questionsIn } from "./digest/answers.ts";
import { argumentOf, type ToolTable } from "./tool-names.ts";

type ToolCall = Extract<TranscriptItem, { kind: "tool_call" }>;

/** The arguments that say most about a call, the most telling first. */
const MAIN = ["command", "path", "pattern", "query", "url", "prompt"] as const;

/** What a reader should see of a call first: what it asks, runs, reads or looks for; empty when nothing says it. */
export function mainArgument(call: ToolCall, tools: ToolTable): string {
  const { arguments: input } = call;
  if (typeof input === "string") return input;
  if (isQuestion(call)) return questionsIn(call).join(" ");
  for (const key of MAIN) {
    const value = argumentOf(call, key, tools);
    if (value !== undefined) return textOf(value);
  }
  return Object.values(input).find((value) => typeof value === "string") ?? "";
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const isPlainList = Array.isArray(value) && value.every((each) => typeof each !== "object");
  return isPlainList ? value.join(" ") : JSON.stringify(value);
}
