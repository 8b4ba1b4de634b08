import type { Presenter } from "../presenter.ts";
import { cursorLine } from "./cursor-status.ts";

const present: Presenter<"thread cursor rotate"> = ({ cursor }, terminal) => {
  if (cursor === null) return ["No matching cursor; nothing was changed"];
  return [`${terminal.style("green", "Invalidated")} ${cursorLine(cursor)}`];
};

export default present;
