import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly tools: readonly {
    readonly name: string;
    readonly sets: readonly string[];
    readonly summary: string;
  }[];
}

export default function present({ tools }: Output, terminal: Terminal): string[] {
  if (tools.length === 0) return ["no tool fits; see `holdall mcp --help` for the sets"];
  return tools.map(({ name, sets, summary }) => {
    return `${terminal.style("bold", name)}  ${summary}  ${terminal.style("dim", sets.join(", "))}`;
  });
}
