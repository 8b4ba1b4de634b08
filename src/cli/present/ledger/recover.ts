import { printable } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"ledger recover"> = ({ ended }, terminal) => {
  if (ended.length === 0) return ["nothing to recover"];
  return [
    ...ended.map(({ name, kind }) => `  ${kind}  ${printable(name)}`),
    `${terminal.style("green", "ended")}  ${ended.length} that nobody worked on`,
  ];
};

export default present;
