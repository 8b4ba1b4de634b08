import { findingLines } from "../findings.ts";
import type { Presenter } from "../presenter.ts";
import { replayLines } from "./replay-lines.ts";

const present: Presenter<"task replay check"> = (output, terminal) => [
  ...findingLines(
    output.issues.filter(({ code }) => code !== "W_NOT_REPLAYABLE"),
    terminal,
  ),
  ...replayLines(output, terminal),
];

export default present;
