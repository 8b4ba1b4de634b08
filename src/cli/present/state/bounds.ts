import { printable } from "../../../base/text.ts";

interface Output {
  readonly slots: readonly string[];
  readonly eviction: string;
  readonly tokenizer: string;
  readonly namespace: string;
  readonly token_count: number;
  readonly budget_tokens: number;
}

export default function present(output: Output): string[] {
  return [
    `tokens     ${output.token_count} of ${output.budget_tokens}, counted by ${output.tokenizer}`,
    `slots      ${printable(output.slots.join(", "))}`,
    `eviction   ${output.eviction}`,
    `namespace  ${printable(output.namespace)}`,
  ];
}
