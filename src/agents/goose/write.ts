import { locationOf } from "../../model/transcript.ts";
import type { SessionDraft } from "../agent.ts";
import { dropAttachment } from "../attachment-location.ts";
import { writtenTime } from "../build-items.ts";
import { isCall, type MessageItem, type Step, type StepCall, writeSteps } from "../steps.ts";
import { messageId } from "./message-id.ts";
import { isStoredAsItIs, STORED_DIFFERENTLY } from "./stored-text.ts";

/** The document that `goose session import` takes. It gives the session an id of its own. */
export async function* write(draft: SessionDraft): AsyncGenerator<string> {
  const add = beginConversation(draft);
  let note = draft.note;
  function* addNote(at: string | null): Generator<string> {
    if (note !== "") yield add("user", [textPart(note)], { at, userVisible: false });
    note = "";
  }
  yield `${JSON.stringify(sessionFields(draft)).slice(0, -1)},"conversation":[`;
  yield* writeSteps(draft, function* (step) {
    // A summary is the first that the model sees.
    const at = step.kind === "user" ? step.message.at : step.at;
    if (step.kind !== "summary") yield* addNote(at);
    yield* writeStep(step, add, draft);
  });
  yield* addNote(null);
  yield "\n]}\n";
}

function sessionFields({ session_id, cwd, title, now }: SessionDraft) {
  return {
    id: session_id,
    working_dir: cwd,
    name: title,
    // It would ask the model for another one.
    user_set_name: true,
    session_type: "user",
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    extension_data: {},
    message_count: 0,
  };
}

interface MessagePlace {
  readonly at: string | null;
  readonly userVisible?: boolean;
}

/** Writes a message after those before it. */
type AddMessage = (role: string, content: readonly object[], place: MessagePlace) => string;

/** Times never go back: Goose sorts by them. */
function beginConversation({ session_id, now }: SessionDraft): AddMessage {
  let count = 0;
  let time = 0;
  return (role, content, { at, userVisible = true }) => {
    const recorded = writtenTime(at);
    const seconds = Math.floor((recorded === null ? now.getTime() : Date.parse(recorded)) / 1000);
    time = recorded === null && time > 0 ? time : Math.max(time, seconds);
    const id = messageId(session_id, ++count);
    const metadata = { userVisible, agentVisible: true };
    const text = JSON.stringify({ id, role, created: time, content, metadata });
    return `${count === 1 ? "" : ","}\n${text}`;
  };
}

function* writeStep(step: Step, add: AddMessage, draft: SessionDraft): Generator<string> {
  switch (step.kind) {
    case "user": {
      const { text, at } = step.message;
      reportText(text, locationOf(step.message), draft);
      yield add("user", [textPart(text), ...picturesOf(step.message, draft)], { at });
      return;
    }
    case "summary":
      reportText(step.text, "(summary)", draft);
      yield add("user", [textPart(step.text)], { at: step.at, userVisible: false });
      return;
    case "answer": {
      const { at, parts } = step;
      for (const part of parts) {
        if (!isCall(part)) reportText(part.text, locationOf(part), draft);
      }
      const content = parts.map((part) => (isCall(part) ? callPart(part) : textPart(part.text)));
      yield add("assistant", content, { at });
      const calls = parts.filter(isCall);
      const results = calls.map((call) => resultPart(call, draft));
      if (results.length > 0) yield add("user", results, { at: calls.at(-1)?.result.at ?? at });
      return;
    }
    default:
      return step satisfies never;
  }
}

function reportText(text: string, where: string, draft: SessionDraft): void {
  if (!isStoredAsItIs(text)) draft.loss({ kind: "changed", where, why: STORED_DIFFERENTLY });
}

function textPart(text: string) {
  return { type: "text", text };
}

function callPart({ id, name, arguments: input }: StepCall) {
  const toolCall = { status: "success", value: { name, arguments: input } };
  return { type: "toolRequest", id, toolCall };
}

function resultPart({ id, result }: StepCall, draft: SessionDraft) {
  const content = [textPart(result.content), ...picturesOf(result, draft)];
  const value = { content, isError: !result.ok };
  return { type: "toolResponse", id, toolResult: { status: "success", value } };
}

function picturesOf(item: Pick<MessageItem, "attachments" | "source">, draft: SessionDraft) {
  return item.attachments.flatMap((attachment) => {
    const { media_type: mimeType, base64: data } = attachment;
    if (data !== null && mimeType.startsWith("image/")) return [{ type: "image", data, mimeType }];
    const why =
      data === null
        ? `attached ${mimeType} that the session only refers to`
        : `attached ${mimeType}; Goose takes only pictures`;
    dropAttachment(draft, item, { attachment, why });
    return [];
  });
}
