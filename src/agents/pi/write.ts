import type { TranscriptItem } from "../../model/transcript.ts";
import type { NativeOrder } from "../agent.ts";
import { isCall, type MessageItem, type Step, type StepCall, stepsOf, whereOf } from "../steps.ts";

/** The lines of a session as pi writes them: a header, then a chain of entries. */
export async function* write(order: NativeOrder): AsyncGenerator<string> {
  const chain = beginChain(order);
  yield line({
    type: "session",
    version: 3,
    id: order.session_id,
    timestamp: order.now.toISOString(),
    cwd: order.cwd,
  });
  yield chain.add("session_info", { name: order.title }, null);
  if (order.note !== "") {
    const note = { customType: "holdall", content: order.note, display: true };
    yield chain.add("custom_message", note, null);
  }
  for await (const step of stepsOf(order)) yield* writeStep(step, chain, order);
}

/** Gives entries their ids, each following the one before. */
interface Chain {
  add(type: string, fields: object, at: string | null): string;
  /** The first entry that holds text. */
  first(): string;
}

function beginChain({ now }: NativeOrder): Chain {
  let count = 0;
  const idOf = (place: number) => place.toString(16).padStart(8, "0");
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

function* writeStep(step: Step, chain: Chain, order: NativeOrder): Generator<string> {
  switch (step.kind) {
    case "user":
      yield chain.add("message", { message: userMessage(step.message, order) }, step.message.at);
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
      yield chain.add("message", { message: answerMessage(step, order) }, step.at);
      for (const part of step.parts) {
        if (!isCall(part)) continue;
        yield chain.add("message", { message: resultMessage(part, order) }, part.result.at);
      }
      return;
    default:
      return step satisfies never;
  }
}

function userMessage(message: MessageItem, order: NativeOrder) {
  const content = [{ type: "text", text: message.text }, ...images(message, order)];
  return { role: "user", content, timestamp: millisecondsOf(message.at, order) };
}

const NO_COST = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };

function answerMessage(step: Extract<Step, { kind: "answer" }>, order: NativeOrder) {
  const content = step.parts.map((part) =>
    isCall(part)
      ? { type: "toolCall", id: part.id, name: part.name, arguments: part.arguments }
      : { type: "text", text: part.text },
  );
  return {
    role: "assistant",
    content,
    api: "openai-completions",
    // pi goes on with the model of the last answer: it must be one that its user has.
    provider: order.settings.provider ?? "unknown",
    model: order.settings.model ?? step.model ?? "unknown",
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: NO_COST },
    stopReason: step.parts.some(isCall) ? "toolUse" : "stop",
    timestamp: millisecondsOf(step.at, order),
  };
}

function resultMessage({ id, name, result }: StepCall, order: NativeOrder) {
  return {
    role: "toolResult",
    toolCallId: id,
    toolName: name,
    content: [{ type: "text", text: result.content }, ...images(result, order)],
    isError: !result.ok,
    timestamp: millisecondsOf(result.at, order),
  };
}

type WithAttachments = Pick<MessageItem, "attachments"> & Partial<Pick<TranscriptItem, "source">>;

function images({ attachments, source }: WithAttachments, order: NativeOrder) {
  return attachments.flatMap(({ media_type, base64 }) => {
    if (base64 !== null && media_type.startsWith("image/")) {
      return [{ type: "image", data: base64, mimeType: media_type }];
    }
    const where = source === undefined ? "a tool result" : whereOf({ source });
    order.loss({ kind: "dropped", where, why: `pi has no place for an attached ${media_type}` });
    return [];
  });
}

function millisecondsOf(at: string | null, { now }: NativeOrder): number {
  const milliseconds = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(milliseconds) ? now.getTime() : milliseconds;
}
