import { excerpt, printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly id: string;
  readonly node_id: string | null;
  readonly namespace: string;
  readonly state: string;
  readonly content: string | null;
  readonly tags: readonly string[];
  readonly created_at: string;
}

export default function present(unit: Output, terminal: Terminal): string[] {
  const facts = [
    unit.state,
    `in ${unit.namespace}`,
    `since ${unit.created_at.slice(0, 16).replace("T", " ")}`,
    ...(unit.tags.length === 0 ? [] : [excerpt(unit.tags.join(", "), 100)]),
  ];
  const name = unit.node_id === null ? "" : `  ${excerpt(unit.node_id, 60)}`;
  return [
    `${terminal.style("bold", unit.id)}${name}`,
    terminal.style("dim", facts.join(", ")),
    "",
    ...(unit.content === null ? ["(redacted)"] : printable(unit.content).split("\n")),
  ];
}
