import { excerpt, printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Output {
  readonly title: string;
  readonly digest: string;
  readonly executed: boolean;
  readonly commands: readonly {
    readonly kind: "guard" | "step";
    readonly command: string;
    readonly state: "planned" | "done" | "failed" | "skipped";
    readonly exit_code: number | null;
    readonly output: string | null;
  }[];
}

const colours = { planned: "dim", done: "green", failed: "red", skipped: "yellow" } as const;

export default function present(output: Output, terminal: Terminal): string[] {
  const { title, digest, executed, commands } = output;
  return [
    terminal.style("bold", excerpt(title, 80)),
    ...commands.flatMap(({ kind, command, state, output: said }) => [
      `${terminal.style(colours[state], state.padEnd(7))}  ${kind}  ${printable(command)}`,
      ...indented(state === "failed" ? (said ?? "") : ""),
    ]),
    ...(executed ? [] : [`to run this: --execute --confirm ${digest}`]),
  ];
}

function indented(text: string): string[] {
  const lines = printable(text).trimEnd().split("\n");
  return text.trim() === "" ? [] : lines.map((line) => `  ${line}`);
}
