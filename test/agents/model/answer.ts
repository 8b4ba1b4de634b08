import type { Part, Usage } from "./script.ts";

/** A piece of an answer, with the id that its call has on the wire. */
export type AnswerPart = Part & { readonly id: string };

/** One answer, before it is put into a protocol's words. */
export interface Answer {
  readonly id: string;
  readonly model: string;
  readonly parts: readonly AnswerPart[];
  readonly usage: Usage;
  readonly isComplete: boolean;
}

/** How one protocol asks and is answered. */
export interface Dialect {
  /** The answer as it is streamed, an event after the other; an incomplete one lacks its end. */
  stream(answer: Answer): readonly string[];
  /** The answer in one piece. */
  full(answer: Answer): unknown;
}

/** Whether an answer makes the program run a tool. */
export function hasCall({ parts }: Answer): boolean {
  return parts.some((part) => "call" in part);
}

/** An event without a name. */
export function plainEvent(content: unknown): string {
  return `data: ${JSON.stringify(content)}\n\n`;
}

/** An event that is named after its type. */
export function typedEvent(content: { readonly type: string; readonly [key: string]: unknown }) {
  return `event: ${content.type}\n${plainEvent(content)}`;
}
