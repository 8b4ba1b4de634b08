import type { Terminal } from "../../terminal.ts";
import { cursorLine } from "./cursor-status.ts";

interface Output {
  readonly cursor: Parameters<typeof cursorLine>[0] | null;
}

export default function present({ cursor }: Output, terminal: Terminal): string[] {
  if (cursor === null) return ["no cursor fits; nothing was written"];
  return [`${terminal.style("green", "rotated")}  ${cursorLine(cursor)}`];
}
