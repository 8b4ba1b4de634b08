import { sha256 } from "../../base/hash.ts";
import type { SessionDraft } from "../agent.ts";
import { dropAttachment } from "../attachment-location.ts";
import { writtenTime } from "../build-items.ts";
import { countedUuids } from "../native-id.ts";
import { formFiles, writeConversation } from "../records/write-conversation.ts";
import { isCall, type MessageItem, type Step, type StepCall, withOneText } from "../steps.ts";
import { testedVersions } from "./tested-versions.ts";

/**
 * The lines of a session as Copilot CLI writes them: events, each after the one before. No event names a model: the
 * program would ask that one, whatever its user has chosen.
 */
export async function* write(draft: SessionDraft): AsyncGenerator<string> {
  const { session_id, now, cwd } = draft;
  const add = beginChain(draft);
  yield add(
    "session.start",
    {
      sessionId: session_id,
      version: 1,
      producer: "copilot-agent",
      copilotVersion: testedVersions.newest,
      startTime: now.toISOString(),
      context: { cwd },
    },
    null,
  );
  yield* writeConversation(draft, {
    writeNote: (content) => add("user.message", { content, source: NOTE_SOURCE }, null),
    writeStep: (step) => writeStep(step, add, draft),
  });
}

/** Whose words the note is: not the user's. */
const NOTE_SOURCE = "holdall";

/** Writes an event that follows the one before. */
type AddEvent = (type: string, data: object, at: string | null) => string;

function beginChain({ session_id, now }: SessionDraft): AddEvent {
  const idOf = countedUuids(sha256(session_id));
  let count = 0;
  return (type, data, at) => {
    const parentId = count === 0 ? null : idOf(count);
    const timestamp = writtenTime(at) ?? now.toISOString();
    const id = idOf(++count);
    return `${JSON.stringify({ type, data, id, timestamp, parentId })}\n`;
  };
}

function* writeStep(step: Step, add: AddEvent, draft: SessionDraft): Generator<string> {
  switch (step.kind) {
    case "user": {
      const { text: content, at } = step.message;
      const attachments = imagesOf(step.message, "blob", draft);
      yield add(
        "user.message",
        attachments.length === 0 ? { content } : { content, attachments },
        at,
      );
      return;
    }
    case "summary":
      yield add(
        "session.compaction_complete",
        { success: true, summaryContent: step.text },
        step.at,
      );
      return;
    case "answer":
      for (const answer of withOneText(step)) yield* answerEvents(answer, add, draft);
      return;
    default:
      return step satisfies never;
  }
}

function* answerEvents(
  { parts, at }: Extract<Step, { kind: "answer" }>,
  add: AddEvent,
  draft: SessionDraft,
): Generator<string> {
  const calls = parts.filter(isCall);
  const texts = parts.flatMap((part) => (isCall(part) ? [] : [part.text]));
  const toolRequests = calls.map(({ id, name, arguments: input }) => ({
    toolCallId: id,
    name,
    arguments: input,
    type: "function",
  }));
  const messageId = sha256(`${draft.session_id} ${calls[0]?.id ?? ""} ${texts.join(" ")}`);
  const content = texts.join("\n\n");
  yield add("assistant.message", { messageId, content, toolRequests }, at);
  for (const call of calls) {
    const { id: toolCallId, name: toolName, arguments: input } = call;
    yield add("tool.execution_start", { toolCallId, toolName, arguments: input }, call.at);
    yield add("tool.execution_complete", resultData(call, draft), call.result.at);
  }
}

function resultData({ id: toolCallId, result }: StepCall, draft: SessionDraft) {
  const { ok: success, content } = result;
  if (!success) {
    const why = "file of a failed tool call; Copilot CLI keeps only the text of the error";
    for (const attachment of result.attachments) dropAttachment(draft, result, { attachment, why });
    return { toolCallId, success, error: { message: content } };
  }
  const images = imagesOf(result, "image", draft);
  const shown = images.length === 0 ? { content } : { content, binaryResultsForLlm: images };
  return { toolCallId, success, result: shown };
}

function imagesOf(
  item: Pick<MessageItem, "attachments" | "source">,
  type: "blob" | "image",
  draft: SessionDraft,
) {
  return formFiles(
    item,
    draft,
    (mimeType, data) => (mimeType.startsWith("image/") ? { type, data, mimeType } : null),
    ({ media_type }) => `attached ${media_type}; Copilot CLI accepts only images`,
  );
}
