import { dirname, join } from "node:path";
import type { MovedFile, PlannedSession, SessionDraft } from "../agent.ts";
import { formFiles, writeConversation } from "../records/write-conversation.ts";
import {
  isCall,
  type MessageItem,
  type Step,
  type StepCall,
  withOneText,
  writeSteps,
} from "../steps.ts";
import { UPDATES } from "./locate.ts";

/** The lines that the model gets. No record names a model: the session's own file does. */
export function write(draft: SessionDraft): AsyncGenerator<string> {
  let prompt_index = 0;
  return writeConversation(draft, {
    writeNote: (text) => line({ ...userRecord([textPart(text)]), synthetic_reason: NOTE }),
    *writeStep(step) {
      if (step.kind === "summary") {
        yield line({ ...userRecord([textPart(step.text)]), synthetic_reason: "compaction_meta" });
      } else if (step.kind === "user") {
        const query = textPart(`<user_query>\n${step.message.text}\n</user_query>`);
        const parts = [query, ...imagesOf(step.message, draft)];
        yield line({ ...userRecord(parts), prompt_index: prompt_index++ });
      } else {
        for (const answer of withOneText(step)) yield* answerLines(answer, draft);
      }
    },
  });
}

/** What the program itself adds to a conversation is marked so. */
const NOTE = "system_reminder";

function line(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

function textPart(text: string) {
  return { type: "text", text };
}

function userRecord(content: readonly object[]) {
  return { type: "user", content };
}

function* answerLines(
  { parts }: Extract<Step, { kind: "answer" }>,
  draft: SessionDraft,
): Generator<string> {
  const calls = parts.filter(isCall);
  const content = textsOf(parts).join("\n\n");
  const tool_calls = calls.map(({ id, name, arguments: input }) => {
    return { id, name, arguments: JSON.stringify(input) };
  });
  yield line({ type: "assistant", content, ...(calls.length === 0 ? {} : { tool_calls }) });
  for (const { id, result } of calls) {
    formFiles(
      result,
      draft,
      () => null,
      ({ media_type }) => `attached ${media_type}; Grok Build keeps only the text of a result`,
    );
    yield line({ type: "tool_result", tool_call_id: id, content: result.content });
  }
}

function textsOf(parts: readonly (MessageItem | StepCall)[]): readonly string[] {
  return parts.flatMap((part) => (isCall(part) ? [] : [part.text]));
}

function imagesOf(item: MessageItem, draft: SessionDraft) {
  return formFiles(
    item,
    draft,
    (mediaType, data) => {
      if (!mediaType.startsWith("image/")) return null;
      return { type: "image", url: `data:${mediaType};base64,${data}` };
    },
    ({ media_type }) => `attached ${media_type}; Grok Build takes pictures that a session contains`,
  );
}

/** The log from which the program shows a session, beside what its model gets. */
export function filesBeside(session: PlannedSession, target: string): readonly MovedFile[] {
  const path = join(dirname(target), UPDATES);
  return [{ source: UPDATES, path, text: () => writeUpdates(session) }];
}

/** What the model gets is written as well, with the same losses: they are reported there. */
function writeUpdates(session: PlannedSession): AsyncGenerator<string> {
  const { session_id: sessionId, now } = session;
  let promptIndex = 0;
  const add = (update: object, at: string | null) => {
    const time = Date.parse(at ?? "") || now.getTime();
    const params = { sessionId, update, _meta: { agentTimestampMs: time } };
    return line({ timestamp: Math.trunc(time / 1000), method: "session/update", params });
  };
  return writeSteps({ ...session, loss: () => {} }, function* (step) {
    if (step.kind === "user") {
      const { text, at } = step.message;
      const _meta = { promptIndex: promptIndex++ };
      yield add({ sessionUpdate: "user_message_chunk", content: textPart(text), _meta }, at);
      return;
    }
    if (step.kind === "summary") return;
    for (const { parts, at } of withOneText(step)) {
      const content = textPart(textsOf(parts).join("\n\n"));
      if (content.text !== "") yield add({ sessionUpdate: "agent_message_chunk", content }, at);
      const calls = parts.filter(isCall);
      for (const call of calls) yield add(callUpdate(call), call.at);
      for (const call of calls) yield add(resultUpdate(call), call.result.at);
    }
  });
}

function callUpdate({ id, name, arguments: rawInput }: StepCall) {
  return { sessionUpdate: "tool_call", toolCallId: id, title: name, rawInput };
}

function resultUpdate({ id, result }: StepCall) {
  return {
    sessionUpdate: "tool_call_update",
    toolCallId: id,
    status: result.ok ? "completed" : "failed",
    content: [{ type: "content", content: textPart(result.content) }],
  };
}
