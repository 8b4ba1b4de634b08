import { type Answer, type AnswerPart, type Dialect, hasCall, plainEvent } from "./answer.ts";

/** Chat Completions. */
export const chat: Dialect = {
  stream(answer) {
    const body = [
      chunk(answer, { role: "assistant", content: textOf(answer) }),
      ...callsOf(answer).map((call, index) => chunk(answer, { tool_calls: [{ index, ...call }] })),
    ];
    if (!answer.isComplete) return body;
    const counts = {
      ...envelope(answer, "chat.completion.chunk"),
      choices: [],
      usage: used(answer),
    };
    return [...body, chunk(answer, {}, finish(answer)), plainEvent(counts), "data: [DONE]\n\n"];
  },
  full(answer) {
    const calls = callsOf(answer);
    const message = {
      role: "assistant",
      content: textOf(answer),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    };
    const choices = [{ index: 0, message, finish_reason: finish(answer) }];
    return { ...envelope(answer, "chat.completion"), choices, usage: used(answer) };
  },
};

function envelope({ id, model }: Answer, object: string): Record<string, unknown> {
  return { id: `chatcmpl-${id}`, object, created: 0, model };
}

function chunk(answer: Answer, delta: object, finish_reason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason }];
  return plainEvent({ ...envelope(answer, "chat.completion.chunk"), choices });
}

function textOf({ parts }: Answer): string {
  return parts.map((part) => ("text" in part ? part.text : "")).join("");
}

function callsOf({ parts }: Answer): readonly Record<string, unknown>[] {
  return parts.flatMap((part: AnswerPart) => {
    if ("text" in part) return [];
    const { name, arguments: input } = part.call;
    const id = `call_${part.id}`;
    return [{ id, type: "function", function: { name, arguments: JSON.stringify(input) } }];
  });
}

function finish(answer: Answer): string {
  return hasCall(answer) ? "tool_calls" : "stop";
}

function used({ usage: { input, output } }: Answer): Record<string, number> {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
