import { type Answer, type AnswerPart, type Dialect, hasCall, typedEvent } from "./answer.ts";

/** Anthropic Messages. */
export const messages: Dialect = {
  stream(answer) {
    const opening = typedEvent({
      type: "message_start",
      message: { ...envelope(answer), content: [], stop_reason: null },
    });
    const body = [opening, ...answer.parts.flatMap(streamPart)];
    return answer.isComplete ? [...body, ...closing(answer)] : body;
  },
  full: (answer) => ({
    ...envelope(answer),
    content: answer.parts.map((part) =>
      "text" in part
        ? { type: "text", text: part.text }
        : { type: "tool_use", id: idOf(part), name: part.call.name, input: part.call.arguments },
    ),
    stop_reason: stopReason(answer),
  }),
};

function envelope({ id, model, usage }: Answer): Record<string, unknown> {
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    stop_sequence: null,
    usage: { input_tokens: usage.input, output_tokens: usage.output },
  };
}

function streamPart(part: AnswerPart, index: number): readonly string[] {
  const [block, delta] =
    "text" in part
      ? [
          { type: "text", text: "" },
          { type: "text_delta", text: part.text },
        ]
      : [
          { type: "tool_use", id: idOf(part), name: part.call.name, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(part.call.arguments) },
        ];
  return [
    typedEvent({ type: "content_block_start", index, content_block: block }),
    typedEvent({ type: "content_block_delta", index, delta }),
    typedEvent({ type: "content_block_stop", index }),
  ];
}

function closing(answer: Answer): readonly string[] {
  const delta = { stop_reason: stopReason(answer), stop_sequence: null };
  const usage = { output_tokens: answer.usage.output };
  return [
    typedEvent({ type: "message_delta", delta, usage }),
    typedEvent({ type: "message_stop" }),
  ];
}

function stopReason(answer: Answer): string {
  return hasCall(answer) ? "tool_use" : "end_turn";
}

function idOf({ id }: AnswerPart): string {
  return `toolu_${id}`;
}
