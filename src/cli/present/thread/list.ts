import { excerpt } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Listed {
  readonly thread_id: string;
  readonly created_at_ms: number;
  readonly title: string | null;
  readonly archived: boolean;
  readonly messages: number;
  readonly parent: {
    readonly kind: string;
    readonly thread_id: string;
    readonly seq: number;
  } | null;
}

export default function present(
  { threads }: { readonly threads: readonly Listed[] },
  terminal: Terminal,
): string[] {
  if (threads.length === 0) return ["no threads yet; begin one with `holdall thread new`"];
  return threads.map((thread) => lineOf(thread, terminal));
}

/** A thread in one line. */
export function lineOf(thread: Listed, terminal: Terminal): string {
  const { messages, parent } = thread;
  const facts = [
    new Date(thread.created_at_ms).toISOString().slice(0, 16).replace("T", " "),
    `${messages} message${messages === 1 ? "" : "s"}`,
    ...(parent === null ? [] : [`${parent.kind} of ${parent.thread_id} at ${parent.seq}`]),
    ...(thread.archived ? ["archived"] : []),
  ];
  const title = thread.title === null ? "" : `  ${excerpt(thread.title, 60)}`;
  return `${thread.thread_id}${title}  ${terminal.style("dim", facts.join(", "))}`;
}
