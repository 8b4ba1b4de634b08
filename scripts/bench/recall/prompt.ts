import { countTokens } from "gpt-tokenizer/encoding/cl100k_base";

/** Something that was found for a question. */
export interface Found {
  readonly id: string;
  readonly text: string;
}

/** The prompt whose tokens are counted: the same words for every arm. */
export const TEMPLATE = [
  "Question: {question}",
  "Context:",
  "[{id}]",
  "{text}",
  "Answer from the context alone, and say so when it does not hold the answer.",
].join("\n");

/** Tokens (cl100k_base) of the prompt for a question, with the beginning of an index when there is one. */
export function promptTokens(question: string, found: readonly Found[], index = ""): number {
  const [ask, heading, , , rule] = TEMPLATE.split("\n");
  const parts = [
    ask?.replace("{question}", () => question),
    ...(index === "" ? [] : [`Index:\n${index}`]),
    heading,
    ...found.map(({ id, text }) => `[${id}]\n${text}`),
    rule,
  ];
  return countTokens(parts.join("\n"));
}

/** The slice of an index that the original puts into every prompt: one line per document, by characters. */
export function indexSlice(documents: readonly Found[]): string {
  const lines = documents.map(({ id, text }) => `- ${id}: ${/^# (.*)$/m.exec(text)?.[1] ?? ""}`);
  return lines.join("\n").slice(0, 2_500);
}
