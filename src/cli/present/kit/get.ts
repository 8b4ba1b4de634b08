import { printable } from "../../../base/text/text.ts";
import { columns } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"kit init" | "kit get" | "kit set"> = (output, terminal) => {
  if (!output.kit_initialized)
    return ["The state is empty. To create it: holdall kit init --vision TEXT"];
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
};

export default present;
