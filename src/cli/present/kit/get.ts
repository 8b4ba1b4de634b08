import { printable } from "../../../base/text.ts";
import { columns, type Terminal } from "../../terminal.ts";

interface Output {
  readonly kit_initialized: boolean;
  readonly vision: string | null;
  readonly agents: string | null;
  readonly anchor: {
    readonly current_task: string | null;
    readonly next_step: string | null;
  } | null;
}

export default function present(output: Output, terminal: Terminal): string[] {
  if (!output.kit_initialized) return ["nothing was committed yet; begin with `holdall kit init`"];
  const rows = [
    ["vision", output.vision],
    ["agents", output.agents],
    ["task", output.anchor?.current_task ?? null],
    ["next step", output.anchor?.next_step ?? null],
  ] as const;
  return [
    ...columns(
      rows.map(([name, text]) => [name, text === null ? "none" : printable(text)]),
      terminal,
    ),
  ];
}
