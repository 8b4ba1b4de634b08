import { printable, printableLine } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context brief check"> = ({ ok, path, faults }, terminal) => {
  const verdict = ok ? terminal.style("green", "OK") : terminal.style("red", "Failed");
  return [`${verdict} ${printableLine(path)}`, ...faults.map((fault) => `  ✗ ${printable(fault)}`)];
};

export default present;
