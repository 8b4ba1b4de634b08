import { printable } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context assemble"> = ({ prompt, warnings }, terminal) => [
  ...printable(prompt).trimEnd().split("\n"),
  ...warnings.map((warning) => terminal.style("yellow", `! ${printable(warning)}`)),
];

export default present;
