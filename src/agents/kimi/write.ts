import { sha256 } from "../../base/hash.ts";
import type { SessionDraft } from "../agent.ts";
import { countedUuids } from "../native-id.ts";
import { formFiles, writeConversation } from "../records/write-conversation.ts";
import { isCall, type MessageItem, type Step, type StepCall } from "../steps.ts";
import { MAIN } from "./locate.ts";

/**
 * The lines of a session as Kimi Code writes them. No record names a model: the program would go on with that one, and
 * without its system prompt.
 */
export async function* write(draft: SessionDraft): AsyncGenerator<string> {
  const created_at = draft.now.getTime();
  yield `${JSON.stringify({ type: "metadata", protocol_version: "1.5", created_at })}\n`;
  const log = beginLog(draft);
  yield* writeConversation(draft, {
    writeNote: (text) => log.user([{ type: "text", text }], NOTE, null),
    writeStep: (step) => writeStep(step, log, draft),
  });
}

/** What the program itself adds to a conversation is marked so. */
const NOTE = { kind: "injection", variant: "handoff" };
const TYPED = { kind: "user" };

interface Log {
  newId(): string;
  add(type: string, fields: object, at: string | null): string;
  user(content: readonly object[], origin: object, at: string | null): string;
}

function beginLog({ session_id, now }: SessionDraft): Log {
  const idOf = countedUuids(sha256(session_id));
  let count = 0;
  const newId = () => idOf(++count);
  const add: Log["add"] = (type, fields, at) => {
    const time = Date.parse(at ?? "") || now.getTime();
    return `${JSON.stringify({ type, agentId: MAIN, ...fields, time })}\n`;
  };
  return {
    newId,
    add,
    user(content, origin, at) {
      const id = `msg_${newId()}`;
      const message = { role: "user", content, id, toolCalls: [], origin };
      return add("context.append_message", { message }, at);
    },
  };
}

function* writeStep(step: Step, log: Log, draft: SessionDraft): Generator<string> {
  switch (step.kind) {
    case "user": {
      const { text, at } = step.message;
      yield log.user([{ type: "text", text }, ...filesOf(step.message, draft)], TYPED, at);
      return;
    }
    case "summary": {
      const counts = { compactedCount: 0, keptUserMessageCount: 0 };
      const fields = { summary: step.text, contextSummary: step.text, ...counts };
      yield log.add("context.apply_compaction", fields, step.at);
      return;
    }
    case "answer":
      yield* writeAnswer(step, log, draft);
      return;
    default:
      return step satisfies never;
  }
}

function* writeAnswer(
  { parts, at }: Extract<Step, { kind: "answer" }>,
  log: Log,
  draft: SessionDraft,
): Generator<string> {
  const stepUuid = log.newId();
  const event = (type: string, fields: object, time: string | null) =>
    log.add("context.append_loop_event", { event: { type, ...fields } }, time);
  const calls: [uuid: string, call: StepCall][] = [];
  yield event("step.begin", { uuid: stepUuid, turnId: "0", step: 1 }, at);
  for (const part of parts) {
    const uuid = log.newId();
    if (isCall(part)) {
      const { id: toolCallId, name, arguments: args } = part;
      yield event("tool.call", { uuid, stepUuid, toolCallId, name, args }, part.at);
      calls.push([uuid, part]);
    } else {
      const shown = { type: "text", text: part.text };
      yield event("content.part", { uuid, stepUuid, part: shown }, part.at);
    }
  }
  for (const [parentUuid, call] of calls) {
    const fields = { parentUuid, toolCallId: call.id, result: resultOf(call, draft) };
    yield event("tool.result", fields, call.result.at);
  }
  const finishReason = calls.length === 0 ? "end_turn" : "tool_use";
  yield event("step.end", { uuid: stepUuid, turnId: "0", step: 1, finishReason }, at);
}

function resultOf({ result }: StepCall, draft: SessionDraft) {
  const files = filesOf(result, draft);
  const { content: text } = result;
  const output = files.length === 0 ? text : [{ type: "text", text }, ...files];
  return result.ok ? { output } : { output, isError: true };
}

function filesOf(item: Pick<MessageItem, "attachments" | "source">, draft: SessionDraft) {
  return formFiles(
    item,
    draft,
    (mediaType, data) => {
      const [kind = ""] = mediaType.split("/");
      if (!/^(?:image|audio|video)$/.test(kind)) return null;
      const url = `data:${mediaType};base64,${data}`;
      return { type: `${kind}_url`, [`${kind}Url`]: { url } };
    },
    ({ media_type }) =>
      `attached ${media_type}; Kimi Code takes pictures, sound and video that a session contains`,
  );
}
