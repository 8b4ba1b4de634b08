import { sha256 } from "../../base/hash.ts";
import type { NativeOrder } from "../agent.ts";
import { isCall, type MessageItem, type Step, type StepCall, stepsOf, whereOf } from "../steps.ts";

/** The lines of a session as Gemini CLI writes them: a header, then messages with their results. */
export async function* write(order: NativeOrder): AsyncGenerator<string> {
  const messages = beginMessages(order);
  const time = order.now.toISOString();
  yield line({
    sessionId: order.session_id,
    projectHash: sha256(order.cwd),
    startTime: time,
    lastUpdated: time,
    kind: "main",
    summary: order.title,
  });
  let isFirst = true;
  for await (const step of stepsOf(order)) {
    const isSummary = isFirst && step.kind === "summary";
    // A summary replaces the list of messages, so that the note must come after it.
    if (isSummary) yield summaryList(step.text, messages, step.at);
    if (isFirst) yield* noteLine(order, messages);
    isFirst = false;
    if (!isSummary) yield stepLine(step, messages, order);
  }
  if (isFirst) yield* noteLine(order, messages);
}

/** Gives messages their ids and times. */
type Messages = (type: "user" | "gemini", content: unknown, at: string | null) => object;

function beginMessages({ session_id, now }: NativeOrder): Messages {
  let count = 0;
  return (type, content, at) => ({
    id: `${session_id}-${++count}`,
    timestamp: at ?? now.toISOString(),
    type,
    content,
  });
}

function line(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

function* noteLine({ note }: NativeOrder, messages: Messages): Generator<string> {
  if (note !== "") yield line(messages("user", [{ text: note }], null));
}

const NOD = "Got it. Thanks for the additional context!";

/** What Gemini CLI makes of its list when it compresses: the summary, and the model's nod to it. */
function summaryList(text: string, messages: Messages, at: string | null): string {
  const list = [
    messages("user", [{ text: snapshot(text) }], at),
    messages("gemini", [{ text: NOD }], at),
  ];
  return line({ $set: { messages: list } });
}

function snapshot(text: string): string {
  return `<state_snapshot>\n${text}\n</state_snapshot>`;
}

function stepLine(step: Step, messages: Messages, order: NativeOrder): string {
  switch (step.kind) {
    case "user": {
      const files = inlineFiles(step.message.attachments, whereOf(step.message), order);
      const content = [{ text: promptOf(step.message, order) }, ...files];
      return line(messages("user", content, step.message.at));
    }
    case "summary":
      return line(messages("user", [{ text: snapshot(step.text) }], step.at));
    case "answer": {
      const texts = step.parts.flatMap((part) => (isCall(part) ? [] : [{ text: part.text }]));
      const calls = step.parts.filter(isCall).map((call) => toolCall(call, order));
      const message = messages("gemini", texts.length === 0 ? "" : texts, step.at);
      return line(calls.length === 0 ? message : { ...message, toolCalls: calls });
    }
    default:
      return step satisfies never;
  }
}

/** On resume Gemini CLI leaves out what begins like a command or like its own context, spaces aside. */
const VANISHES = /^\s*(?:$|[/?]|<(?:session_context|hook_context)>)/;

function promptOf(message: MessageItem, order: NativeOrder): string {
  if (!VANISHES.test(message.text)) return message.text;
  const why = "Gemini CLI leaves out prompts that begin so; a word was put before it";
  order.loss({ kind: "changed", where: whereOf(message), why });
  return `Prompt: ${message.text}`;
}

function toolCall({ id, name, arguments: args, at, result }: StepCall, order: NativeOrder) {
  const response = result.ok ? { output: result.content } : { error: result.content };
  const files = inlineFiles(result.attachments, `the result of "${id}"`, order);
  return {
    id,
    name,
    args,
    result: [{ functionResponse: { id, name, response } }, ...files],
    status: result.ok ? "success" : "error",
    timestamp: result.at ?? at ?? order.now.toISOString(),
    resultDisplay: result.content,
  };
}

function inlineFiles(files: MessageItem["attachments"], where: string, order: NativeOrder) {
  return files.flatMap(({ media_type, base64 }) => {
    if (base64 !== null) return [{ inlineData: { mimeType: media_type, data: base64 } }];
    const why = `an attached ${media_type} is only named, and cannot be taken along`;
    order.loss({ kind: "dropped", where, why });
    return [];
  });
}
