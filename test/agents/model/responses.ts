import { type Answer, type AnswerPart, type Dialect, typedEvent } from "./answer.ts";

/** OpenAI Responses. */
export const responses: Dialect = {
  stream(answer) {
    const opening = typedEvent({
      type: "response.created",
      response: { ...envelope(answer), status: "in_progress", output: [] },
    });
    const body = [opening, ...answer.parts.flatMap(streamPart)];
    if (!answer.isComplete) return body;
    return [...body, typedEvent({ type: "response.completed", response: finished(answer) })];
  },
  full: finished,
};

function finished(answer: Answer): Record<string, unknown> {
  const { input, output } = answer.usage;
  return {
    ...envelope(answer),
    status: "completed",
    output: answer.parts.map(item),
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
  };
}

function envelope({ id, model }: Answer): Record<string, unknown> {
  return { id: `resp_${id}`, object: "response", created_at: 0, model };
}

function item(part: AnswerPart): Record<string, unknown> {
  if ("text" in part) {
    const content = [{ type: "output_text", text: part.text, annotations: [] }];
    const id = `msg_${part.id}`;
    return { type: "message", id, role: "assistant", status: "completed", content };
  }
  const { name, namespace, arguments: input } = part.call;
  return {
    type: "function_call",
    id: `fc_${part.id}`,
    call_id: `call_${part.id}`,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    arguments: JSON.stringify(input),
    status: "completed",
  };
}

function streamPart(part: AnswerPart, index: number): readonly string[] {
  const full = item(part);
  const at = { item_id: full.id, output_index: index };
  const [begun, between] =
    "text" in part
      ? [{ ...full, status: "in_progress", content: [] }, streamText(part.text, at)]
      : [{ ...full, status: "in_progress", arguments: "" }, streamCall(part.call.arguments, at)];
  return [
    typedEvent({ type: "response.output_item.added", output_index: index, item: begun }),
    ...between,
    typedEvent({ type: "response.output_item.done", output_index: index, item: full }),
  ];
}

function streamText(text: string, item: object): readonly string[] {
  const at = { ...item, content_index: 0 };
  const part = { type: "output_text", text, annotations: [] };
  const begun = { ...part, text: "" };
  return [
    typedEvent({ type: "response.content_part.added", ...at, part: begun }),
    typedEvent({ type: "response.output_text.delta", ...at, delta: text }),
    typedEvent({ type: "response.output_text.done", ...at, text }),
    typedEvent({ type: "response.content_part.done", ...at, part }),
  ];
}

function streamCall(input: object, at: object): readonly string[] {
  const written = JSON.stringify(input);
  return [
    typedEvent({ type: "response.function_call_arguments.delta", ...at, delta: written }),
    typedEvent({ type: "response.function_call_arguments.done", ...at, arguments: written }),
  ];
}
