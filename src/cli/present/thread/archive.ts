import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly thread_id: string;
  readonly archived: boolean;
  readonly changed: boolean;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { thread_id, archived, changed } = output;
  const what = archived ? "put away" : "put back";
  return [`${changed ? terminal.style("green", what) : `${what} already`}  thread ${thread_id}`];
}
