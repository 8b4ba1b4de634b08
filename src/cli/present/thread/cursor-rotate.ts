import type { Presenter } from "../presenter.ts";
import { cursorLine } from "./cursor-status.ts";

const present: Presenter<"thread cursor rotate"> = ({ cursor }, terminal) => {
  if (cursor === null) return ["no cursor fits; nothing was written"];
  return [`${terminal.style("green", "rotated")}  ${cursorLine(cursor)}`];
};

export default present;
