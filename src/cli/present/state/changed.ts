import { excerpt } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

/** What became of an entry, in one line. */
const present: Presenter<
  | "state merge"
  | "state promote"
  | "state deprecate"
  | "state archive"
  | "state restore"
  | "state delete"
> = (output, terminal) => {
  const { id, version, status, state, evicted } = output;
  const facts = `v${version}, ${status}; ${output.token_count} of ${output.budget_tokens} tokens`;
  const lines = [
    `${terminal.style("green", state)} ${excerpt(id)}  ${terminal.style("dim", facts)}`,
  ];
  if (evicted.length > 0) {
    lines.push(`made room by archiving ${evicted.map((each) => excerpt(each)).join(", ")}`);
  }
  return lines;
};

export default present;
