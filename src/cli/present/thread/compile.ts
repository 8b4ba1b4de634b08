import { printable } from "../../../base/text.ts";
import { explanationLines } from "../../../compile/explain.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread compile"> = (output, terminal) => {
  const { bundle, bytes, strategy, explanation } = output;
  if (explanation !== null) return explanationLines(explanation).map((line) => printable(line));
  const what = output.recorded ? terminal.style("green", "recorded") : "compiled";
  const size = `${bundle?.items.length ?? 0} items, ${bytes} bytes`;
  return [
    `${what}  ${size} for message ${output.message_id} (${strategy}, up to #${output.from_seq})`,
    `  bundle ${output.bundle_artifact_id}; see it with --raw, or why with --explain`,
  ];
};

export default present;
