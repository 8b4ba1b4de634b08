import { printable } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"dream adopt"> = (output, terminal) => {
  const { state, adopted, events, token_count, budget_tokens } = output;
  const word = adopted ? terminal.style("green", "adopted") : "adopted before";
  return [
    `${word}  ${printable(state)}: ${events} events, ${token_count} of ${budget_tokens} tokens`,
  ];
};

export default present;
