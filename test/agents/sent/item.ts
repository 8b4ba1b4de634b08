/** One thing that a program sent to its model, whatever the protocol. */
export type SentItem =
  | { readonly kind: "user" | "assistant" | "system"; readonly text: string }
  | {
      readonly kind: "call";
      readonly id: string;
      readonly name: string;
      readonly arguments: unknown;
    }
  | { readonly kind: "result"; readonly id: string; readonly text: string };

/** Arguments that a protocol carries as text; what is no JSON stays text. */
export function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
