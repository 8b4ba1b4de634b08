import { excerpt, printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const colours = { planned: "dim", done: "green", failed: "red", skipped: "yellow" } as const;

const present: Presenter<"skill replay"> = (output, terminal) => {
  const { title, digest, executed, commands } = output;
  return [
    terminal.style("bold", excerpt(title, 80)),
    ...commands.flatMap(({ kind, command, state, output: written }) => [
      `${terminal.style(colours[state], state.padEnd(7))}  ${kind}  ${printable(command)}`,
      ...indented(state === "failed" ? (written ?? "") : ""),
    ]),
    ...(executed ? [] : [`To run these commands: --execute --confirm ${digest}`]),
  ];
};

export default present;

function indented(text: string): string[] {
  const lines = printable(text).trimEnd().split("\n");
  return text.trim() === "" ? [] : lines.map((line) => `  ${line}`);
}
