import { excerpt, printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

/** A unit that was found, as it is shown. */
export interface ShownHit {
  readonly id: string;
  readonly node_id: string | null;
  readonly content: string;
  readonly score: number;
  readonly tags: readonly string[];
}

interface Output {
  readonly hits: readonly ShownHit[];
  readonly scope_applied: { readonly union: readonly string[] };
}

export default function present({ hits, scope_applied }: Output, terminal: Terminal): string[] {
  if (hits.length === 0) return [`nothing found in ${scope_applied.union.join(" and ")}`];
  return hits.flatMap((hit) => linesOf(hit, terminal));
}

/** A unit that was found: what it is called, and what it says. */
export function linesOf(hit: ShownHit, terminal: Terminal): string[] {
  const name = hit.node_id === null ? hit.id.slice(0, 12) : excerpt(hit.node_id, 60);
  const tags = hit.tags.length === 0 ? "" : `  ${excerpt(hit.tags.join(", "), 60)}`;
  const head = `${terminal.style("bold", name)}  ${terminal.style("dim", `${hit.score.toFixed(2)}${tags}`)}`;
  return [
    head,
    ...printable(hit.content)
      .split("\n")
      .map((line) => `  ${line}`),
  ];
}
