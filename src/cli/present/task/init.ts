import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"task init"> = (output, terminal) => [
  `${terminal.style("green", "Created")} ${terminal.path(output.out)} (${output.files.join(", ")})`,
  `To continue: fill in task.md and summary.md, then run \`holdall task pack --config ${quoteForShell(`${terminal.path(output.out)}/taskbundle.config.json`)} --out DIR\``,
];

export default present;
