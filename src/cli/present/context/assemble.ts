import { printable } from "../../../base/text/text.ts";
import { documentOf } from "../document.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context assemble"> = ({ prompt, warnings }, terminal) => [
  documentOf(prompt),
  ...warnings.map((warning) => terminal.style("yellow", `! ${printable(warning)}`)),
];

export default present;
