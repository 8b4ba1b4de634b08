import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";
import { tokenUse } from "./token-use.ts";

const present: Presenter<"state bounds"> = (output) => {
  return [
    `tokens     ${tokenUse(output)}, counted with ${output.tokenizer}`,
    `slots      ${printable(output.slots.join(", "))}`,
    `eviction   ${output.eviction}`,
    `namespace  ${printable(output.namespace)}`,
  ];
};

export default present;
