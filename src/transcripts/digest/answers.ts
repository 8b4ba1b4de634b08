import { isObject } from "../../base/json/value.ts";
import { collapseSpace, truncateEnd } from "../../base/text/one-line.ts";
import type { TranscriptItem } from "../../model/transcript.ts";

type ToolCall = Extract<TranscriptItem, { kind: "tool_call" }>;
type ToolResult = Extract<TranscriptItem, { kind: "tool_result" }>;

/** Tools with which an agent asks its user, as the agents call them. */
const ASKS_USER = /^(?:ask_?user_?question|ask_?user|request_?user_?input)$/i;
/** Names that tools of servers have as well, with which an agent asks about something that it names. */
const ASKS = /^(?:question|ask_?question)$/i;
/** What a question to the user consists of. */
const QUESTION_KEYS: ReadonlySet<string> = new Set([
  "question",
  "questions",
  "options",
  "choices",
  "header",
  "title",
  "multiple",
  "multiselect",
]);

const MAX_QUESTION = 300;
const MAX_ANSWER = 1500;
const MAX_DEPTH = 6;

/** Whether a call asks the user something. */
export function isQuestion({ name, arguments: input }: Pick<ToolCall, "name" | "arguments">) {
  if (ASKS_USER.test(name)) return true;
  const keys = isObject(input) ? Object.keys(input) : [];
  return ASKS.test(name) && keys.every((key) => QUESTION_KEYS.has(key.toLowerCase()));
}

/** Tools with which an agent reports that a task is finished; what it wrote before is its answer. */
const FINISHING_TOOLS: ReadonlySet<string> = new Set(["task_complete", "attempt_completion"]);

/** Whether a tool only reports that the work is finished. */
export function isFinishingTool(name: string): boolean {
  return FINISHING_TOOLS.has(name);
}

/** What a tool asks the user, question by question. */
export function questionsIn(call: ToolCall): readonly string[] {
  return stringsUnder(call.arguments, "question").map((question) =>
    truncateEnd(collapseSpace(question), MAX_QUESTION),
  );
}

/** What the user said to a tool that asked; null when nobody answered. */
export function answerTo({ ok, content }: ToolResult): string | null {
  return ok && content.trim() !== "" ? truncateEnd(answerText(content), MAX_ANSWER) : null;
}

/** A question and what the user chose, in one text; null when nobody answered. */
export function answerIn(call: ToolCall, result: ToolResult): string | null {
  const answer = answerTo(result);
  if (answer === null) return null;
  const questions = questionsIn(call);
  const isRepeated = questions.every((question) => answer.includes(question));
  return isRepeated ? answer : `${questions.join(" ")} Answer: ${answer}`;
}

/** The chosen values of an answer that is JSON; else its text without the sentences around the answers. */
function answerText(content: string): string {
  try {
    const chosen = leavesOf(JSON.parse(content), 0);
    if (chosen.length > 0) return chosen.join("; ");
  } catch {
    // Most agents write a sentence.
  }
  return collapseSpace(content)
    .replace(
      /^(?:User has answered your questions?|Your questions? ha(?:s|ve) been answered): /,
      "",
    )
    .replace(/\. You can now continue with (?:the user's|these) answers in mind\.$/, "");
}

function leavesOf(value: unknown, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((each) => leavesOf(each, depth + 1));
  return isObject(value) ? Object.values(value).flatMap((each) => leavesOf(each, depth + 1)) : [];
}

function stringsUnder(value: unknown, key: string, depth = 0): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((each) => stringsUnder(each, key, depth + 1));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    name === key && typeof each === "string" ? [each] : stringsUnder(each, key, depth + 1),
  );
}

const REFUSED =
  /user (?:doesn't|does not|didn't|did not) want to (?:proceed|take this action)|(?:rejected|denied|declined|cancelled|canceled) by (?:the )?user|user (?:has )?(?:rejected|denied|declined|cancelled|canceled)/i;
const USER_ANSWER = /the user said:\s*/i;

/** What the user said when refusing a call, empty when nothing; null when nobody refused it. */
export function refusalIn({ ok, content }: ToolResult): string | null {
  const text = content.slice(0, MAX_ANSWER * 4);
  if (ok || !REFUSED.test(text)) return null;
  const [, answer = ""] = text.split(USER_ANSWER, 2);
  // regex: 6,000 characters of a result are looked at
  return answer.split(/\n\s*\n(?:Note|IMPORTANT):/i)[0]?.trim() ?? "";
}
