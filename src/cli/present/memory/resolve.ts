import { printable } from "../../../base/text/text.ts";
import { documentOf } from "../document.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory resolve"> = ({ ref, state, content, reason }, terminal) => {
  if (content !== null) return [documentOf(content)];
  const style = state === "kept" ? "yellow" : "red";
  return [`${terminal.style(style, state)}  ${printable(ref)}: ${printable(reason ?? "")}`];
};

export default present;
