import type { ContextItem } from "./context-items.ts";

/** What a model answered, and what it cost. */
export interface ModelAnswer {
  readonly text: string;
  readonly model: string;
  readonly input_tokens?: number;
  readonly output_tokens?: number;
}

/** Sends a question to a model. */
export type AskModel = (items: readonly ContextItem[]) => Promise<ModelAnswer>;
