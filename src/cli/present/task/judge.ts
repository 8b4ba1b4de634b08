import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const styles = { success: "green", partial: "yellow", failure: "red" } as const;

const present: Presenter<"task judge"> = (
  { checks, status, score, bundle, recorded, modelJudge },
  terminal,
) => [
  ...checks.map(({ name, kind, passed, detail }) => {
    const mark = passed ? terminal.style("green", "passed") : terminal.style("red", "failed");
    return `${mark}  ${printable(name)} (${kind}): ${printable(detail)}`;
  }),
  `${terminal.style(styles[status], status)}, score ${score}`,
  ...(modelJudge === null
    ? []
    : [
        `${printable(modelJudge.model)} gives ${modelJudge.score ?? "no score"}: ${printable(modelJudge.notes ?? "")}`,
      ]),
  recorded
    ? `Recorded the outcome in ${terminal.path(bundle)}`
    : "Nothing was recorded. Add --record to write the outcome into the bundle.",
];

export default present;
