import { sha256 } from "../../base/hash.ts";
import type { SessionDraft } from "../agent.ts";
import { writtenTime } from "../build-items.ts";
import { countedUuids } from "../native-id.ts";
import { formFiles, writeConversation } from "../records/write-conversation.ts";
import { isCall, type MessageItem, type Step, type StepCall } from "../steps.ts";
import { SUMMARY_REPLY } from "../summary-reply.ts";
import { testedVersions } from "./tested-versions.ts";

/** The lines of a session as Qwen Code writes them: records, each after the one before. */
export function write(draft: SessionDraft): AsyncGenerator<string> {
  const add = beginChain(draft);
  return writeConversation(draft, {
    writeNote: (text) =>
      add("user", { provenance: "system", message: userMessage([{ text }]) }, null),
    writeStep: (step) => writeStep(step, add, draft),
  });
}

/** Writes a record that follows the one before. */
type AddRecord = (type: string, fields: object, at: string | null) => string;

function beginChain({ session_id, now, cwd }: SessionDraft): AddRecord {
  const idOf = countedUuids(sha256(session_id));
  let count = 0;
  return (type, fields, at) => {
    const parentUuid = count === 0 ? null : idOf(count);
    const record = {
      uuid: idOf(++count),
      parentUuid,
      sessionId: session_id,
      timestamp: writtenTime(at) ?? now.toISOString(),
      type,
      cwd,
      version: testedVersions.newest,
      ...fields,
    };
    return `${JSON.stringify(record)}\n`;
  };
}

function userMessage(parts: readonly object[]) {
  return { role: "user", parts };
}

function* writeStep(step: Step, add: AddRecord, draft: SessionDraft): Generator<string> {
  switch (step.kind) {
    case "user": {
      const { text, at } = step.message;
      const message = userMessage([{ text }, ...filesOf(step.message, draft)]);
      yield add("user", { provenance: "real_user", message }, at);
      return;
    }
    case "summary":
      yield add("system", compression(step.text), step.at);
      return;
    case "answer": {
      const parts = step.parts.map((part) => (isCall(part) ? callPart(part) : { text: part.text }));
      // No model: the program would go on with one that its user may not have.
      yield add("assistant", { message: { role: "model", parts } }, step.at);
      for (const call of step.parts.filter(isCall)) {
        yield add("tool_result", resultFields(call, draft), call.result.at);
      }
      return;
    }
    default:
      return step satisfies never;
  }
}

function compression(text: string) {
  return {
    subtype: "chat_compression",
    systemPayload: {
      info: { originalTokenCount: 0, newTokenCount: 0, compressionStatus: 1 },
      compressedHistory: [
        userMessage([{ text }]),
        { role: "model", parts: [{ text: SUMMARY_REPLY }] },
      ],
    },
  };
}

function callPart({ id, name, arguments: args }: StepCall) {
  return { functionCall: { id, name, args } };
}

function resultFields({ id, name, result }: StepCall, draft: SessionDraft) {
  const response = result.ok ? { output: result.content } : { error: result.content };
  const files = filesOf(result, draft);
  const functionResponse = { id, name, response, ...(files.length === 0 ? {} : { parts: files }) };
  const toolCallResult = { callId: id, status: result.ok ? "success" : "error" };
  return { message: userMessage([{ functionResponse }]), toolCallResult };
}

function filesOf(item: Pick<MessageItem, "attachments" | "source">, draft: SessionDraft) {
  return formFiles(
    item,
    draft,
    (mimeType, data) => ({ inlineData: { mimeType, data } }),
    ({ media_type }) => `attached ${media_type} that the session only refers to`,
  );
}
