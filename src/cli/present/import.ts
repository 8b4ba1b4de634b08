import type { Terminal } from "../terminal.ts";

interface Output {
  readonly agent: string;
  readonly session_id: string;
  readonly thread_id: string;
  readonly appended: number;
  readonly known: number;
  readonly messages: number;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { agent, session_id, appended, known, messages, thread_id } = output;
  const asked = `${messages} ${messages === 1 ? "question" : "questions"}`;
  return [
    `${terminal.style("green", "imported")}  ${agent} ${session_id}: ${appended} new records, ${known} known, ${asked}`,
    `see it with \`holdall thread compile ${thread_id} --explain\``,
  ];
}
