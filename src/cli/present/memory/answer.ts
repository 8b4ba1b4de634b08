import { excerpt, printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly answer: string | null;
  readonly sources: readonly { readonly id: string; readonly node_id: string | null }[];
}

export default function present({ answer, sources }: Output, terminal: Terminal): string[] {
  if (answer === null) return ["memory holds no answer"];
  const names = sources.map(({ id, node_id }) =>
    node_id === null ? id.slice(0, 12) : excerpt(node_id, 40),
  );
  return [...printable(answer).split("\n"), terminal.style("dim", `from ${names.join(", ")}`)];
}
