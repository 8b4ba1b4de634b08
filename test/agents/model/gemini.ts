import { type Answer, type Dialect, plainEvent } from "./answer.ts";

/** Gemini `streamGenerateContent` and `generateContent`. */
export const gemini: Dialect = {
  stream: (answer) => [plainEvent(content(answer))],
  full: content,
};

function content(answer: Answer): Record<string, unknown> {
  const { input, output } = answer.usage;
  const parts = answer.parts.map((part) => {
    if ("text" in part) return { text: part.text };
    return { functionCall: { name: part.call.name, args: part.call.arguments } };
  });
  const candidate = { index: 0, content: { role: "model", parts } };
  return {
    candidates: [answer.isComplete ? { ...candidate, finishReason: "STOP" } : candidate],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
    },
    modelVersion: answer.model,
    responseId: answer.id,
  };
}
