import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly thread_id: string;
  readonly title: string | null;
}

export default function present({ thread_id, title }: Output, terminal: Terminal): string[] {
  const about = title === null ? "" : `  ${printable(title)}`;
  return [`${terminal.style("green", "begun")}  thread ${thread_id}${about}`];
}
