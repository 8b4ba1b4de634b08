import { excerptLine } from "../../../base/text/one-line.ts";
import { excerpt } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory timeline"> = ({ entity, units }, terminal) => {
  if (units.length === 0) return [`No units about ${excerpt(entity, 60)}`];
  return units.map(({ created_at, state, begins }) => {
    const line = begins === null ? "(redacted or deleted)" : excerptLine(begins, 90);
    const time = terminal.style("dim", created_at.slice(0, 16).replace("T", " "));
    return `${time}  ${line}${state === "active" ? "" : `  ${terminal.style("yellow", state)}`}`;
  });
};

export default present;
