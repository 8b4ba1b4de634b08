import { printable } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"state bounds"> = (output) => {
  return [
    `tokens     ${output.token_count} of ${output.budget_tokens}, counted by ${output.tokenizer}`,
    `slots      ${printable(output.slots.join(", "))}`,
    `eviction   ${output.eviction}`,
    `namespace  ${printable(output.namespace)}`,
  ];
};

export default present;
