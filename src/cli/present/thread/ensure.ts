import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly thread_id: string;
  readonly created: boolean;
}

export default function present({ thread_id, created }: Output, terminal: Terminal): string[] {
  return [`${created ? terminal.style("green", "begun") : "there already"}  thread ${thread_id}`];
}
