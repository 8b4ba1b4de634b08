import { sha256 } from "../../base/hash.ts";
import type { SessionDraft } from "../agent.ts";
import { dropAttachment } from "../attachment-location.ts";
import {
  isCall,
  type MessageItem,
  type Step,
  type StepCall,
  withOneText,
  writeSteps,
} from "../steps.ts";
import { SUMMARY_REPLY } from "../summary-reply.ts";

/** The lines of a session as Gemini CLI writes them: a header, then messages with their results. */
export async function* write(draft: SessionDraft): AsyncGenerator<string> {
  const messages = beginMessages(draft);
  const time = draft.now.toISOString();
  yield line({
    sessionId: draft.session_id,
    projectHash: sha256(draft.cwd),
    startTime: time,
    lastUpdated: time,
    kind: "main",
    summary: draft.title,
  });
  let isFirst = true;
  yield* writeSteps(draft, function* (step) {
    const isSummary = isFirst && step.kind === "summary";
    // A summary replaces the list of messages, so that the note must come after it.
    if (isSummary) yield summaryList(step.text, messages, step.at);
    if (isFirst) yield* noteLine(draft, messages);
    isFirst = false;
    if (!isSummary) yield stepLine(step, messages, draft);
  });
  if (isFirst) yield* noteLine(draft, messages);
}

/** Gives messages their ids and times. */
type Messages = (type: "user" | "gemini", content: unknown, at: string | null) => object;

function beginMessages({ session_id, now }: SessionDraft): Messages {
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

function* noteLine({ note }: SessionDraft, messages: Messages): Generator<string> {
  if (note !== "") yield line(messages("user", [{ text: note }], null));
}

/** What Gemini CLI makes of its list when it compresses: the summary, and the model's answer to it. */
function summaryList(text: string, messages: Messages, at: string | null): string {
  const list = [
    messages("user", [{ text: snapshot(text) }], at),
    messages("gemini", [{ text: SUMMARY_REPLY }], at),
  ];
  return line({ $set: { messages: list } });
}

function snapshot(text: string): string {
  return `<state_snapshot>\n${text}\n</state_snapshot>`;
}

function stepLine(step: Step, messages: Messages, draft: SessionDraft): string {
  switch (step.kind) {
    case "user": {
      const files = inlineFiles(step.message, draft);
      const content = [{ text: step.message.text }, ...files];
      return line(messages("user", content, step.message.at));
    }
    case "summary":
      return line(messages("user", [{ text: snapshot(step.text) }], step.at));
    case "answer":
      return withOneText(step)
        .map((answer) => answerLine(answer, messages, draft))
        .join("");
    default:
      return step satisfies never;
  }
}

function answerLine(
  { parts, at }: Extract<Step, { kind: "answer" }>,
  messages: Messages,
  draft: SessionDraft,
): string {
  const texts = parts.flatMap((part) => (isCall(part) ? [] : [{ text: part.text }]));
  const calls = parts.filter(isCall).map((call) => toolCall(call, draft));
  const message = messages("gemini", texts.length === 0 ? "" : texts, at);
  return line(calls.length === 0 ? message : { ...message, toolCalls: calls });
}

function toolCall({ id, name, arguments: args, at, result }: StepCall, draft: SessionDraft) {
  const response = result.ok ? { output: result.content } : { error: result.content };
  const files = inlineFiles(result, draft);
  return {
    id,
    name,
    args,
    result: [{ functionResponse: { id, name, response } }, ...files],
    status: result.ok ? "success" : "error",
    timestamp: result.at ?? at ?? draft.now.toISOString(),
    resultDisplay: result.content,
  };
}

function inlineFiles(item: Pick<MessageItem, "attachments" | "source">, draft: SessionDraft) {
  return item.attachments.flatMap((attachment) => {
    const { media_type, base64 } = attachment;
    if (base64 !== null) return [{ inlineData: { mimeType: media_type, data: base64 } }];
    const why = `attached ${media_type} that the session only refers to`;
    dropAttachment(draft, item, { attachment, why });
    return [];
  });
}
