import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly message_id: string;
  readonly seq: number;
  readonly refs: readonly { readonly path?: string; readonly artifact_id?: string }[];
}

export default function present({ message_id, seq, refs }: Output, terminal: Terminal): string[] {
  const named = refs.map(({ path, artifact_id }) => printable(path ?? artifact_id ?? ""));
  const names = named.length === 0 ? "" : `, names ${named.join(", ")}`;
  return [`${terminal.style("green", "posted")}  #${seq} message ${message_id}${names}`];
}
