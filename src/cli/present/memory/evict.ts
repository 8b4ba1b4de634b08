import { excerpt } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly dry_run: boolean;
  readonly evicted: readonly {
    readonly id: string;
    readonly node_id: string | null;
    readonly action: string;
    readonly reason: string;
    readonly retrieval_strength: number;
  }[];
}

export default function present({ dry_run, evicted }: Output, terminal: Terminal): string[] {
  if (evicted.length === 0) return ["nothing to put away"];
  return evicted.map(({ id, node_id, action, reason, retrieval_strength }) => {
    const name = node_id === null ? id.slice(0, 12) : excerpt(node_id, 60);
    const why = terminal.style("dim", `${reason}, strength ${retrieval_strength.toFixed(2)}`);
    return `${dry_run ? "would " : ""}${action} ${name}  ${why}`;
  });
}
