import type { SessionDraft } from "../agent.ts";
import { dropAttachment } from "../attachment-location.ts";
import { isCall, type MessageItem, type Step, type StepCall, writeSteps } from "../steps.ts";

/** The lines of a session as pi writes them: a header, then a chain of entries. */
export async function* write(draft: SessionDraft): AsyncGenerator<string> {
  const chain = beginChain(draft);
  yield line({
    type: "session",
    version: 3,
    id: draft.session_id,
    timestamp: draft.now.toISOString(),
    cwd: draft.cwd,
  });
  yield chain.add("session_info", { name: draft.title }, null);
  if (draft.note !== "") {
    const note = { customType: "holdall", content: draft.note, display: true };
    yield chain.add("custom_message", note, null);
  }
  yield* writeSteps(draft, (step) => writeStep(step, chain, draft));
}

/** Gives entries their ids, each following the one before. */
interface Chain {
  add(type: string, fields: object, at: string | null): string;
  /** The first entry that contains text. */
  first(): string;
}

function beginChain({ now }: SessionDraft): Chain {
  let count = 0;
  const idOf = (location: number) => location.toString(16).padStart(8, "0");
  return {
    add(type, fields, at) {
      const parentId = count === 0 ? null : idOf(count);
      const id = idOf(++count);
      return line({ type, id, parentId, timestamp: at ?? now.toISOString(), ...fields });
    },
    first: () => idOf(2),
  };
}

function line(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

function* writeStep(step: Step, chain: Chain, draft: SessionDraft): Generator<string> {
  switch (step.kind) {
    case "user":
      yield chain.add("message", { message: userMessage(step.message, draft) }, step.message.at);
      return;
    case "summary":
      // Everything before it that is in the order is in force, so that it keeps all of it.
      yield chain.add(
        "compaction",
        { summary: step.text, firstKeptEntryId: chain.first(), tokensBefore: 0 },
        step.at,
      );
      return;
    case "answer":
      yield chain.add("message", { message: answerMessage(step, draft) }, step.at);
      for (const role of step.parts) {
        if (!isCall(role)) continue;
        yield chain.add("message", { message: resultMessage(role, draft) }, role.result.at);
      }
      return;
    default:
      return step satisfies never;
  }
}

function userMessage(message: MessageItem, draft: SessionDraft) {
  const content = [{ type: "text", text: message.text }, ...images(message, draft)];
  return { role: "user", content, timestamp: millisecondsOf(message.at, draft) };
}

const NO_COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };

function answerMessage(step: Extract<Step, { kind: "answer" }>, draft: SessionDraft) {
  const content = step.parts.map((role) =>
    isCall(role)
      ? { type: "toolCall", id: role.id, name: role.name, arguments: role.arguments }
      : { type: "text", text: role.text },
  );
  return {
    role: "assistant",
    content,
    api: "openai-completions",
    // pi goes on with the model of the last answer: it must be one that its user has.
    provider: draft.settings.provider ?? "unknown",
    model: draft.settings.model ?? step.model ?? "unknown",
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: NO_COST },
    stopReason: step.parts.some(isCall) ? "toolUse" : "stop",
    timestamp: millisecondsOf(step.at, draft),
  };
}

function resultMessage({ id, name, result }: StepCall, draft: SessionDraft) {
  return {
    role: "toolResult",
    toolCallId: id,
    toolName: name,
    content: [{ type: "text", text: result.content }, ...images(result, draft)],
    isError: !result.ok,
    timestamp: millisecondsOf(result.at, draft),
  };
}

function images(item: Pick<MessageItem, "attachments" | "source">, draft: SessionDraft) {
  return item.attachments.flatMap((attachment) => {
    const { media_type, base64 } = attachment;
    if (base64 !== null && media_type.startsWith("image/")) {
      return [{ type: "image", data: base64, mimeType: media_type }];
    }
    dropAttachment(draft, item, {
      attachment,
      why: `attached ${media_type}; pi accepts only images`,
    });
    return [];
  });
}

function millisecondsOf(at: string | null, { now }: SessionDraft): number {
  const milliseconds = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(milliseconds) ? now.getTime() : milliseconds;
}
