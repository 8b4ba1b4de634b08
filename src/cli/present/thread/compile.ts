import { formatBytes, formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import { explanationLines } from "../../../compile/explain.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"thread compile"> = (output, terminal) => {
  const { bundle, bytes, strategy, explanation } = output;
  if (explanation !== null) return explanationLines(explanation).map((line) => printable(line));
  const what = output.recorded ? terminal.style("green", "Recorded") : "Compiled";
  const size = `${formatCount(bundle?.items.length ?? 0, "item")}, ${formatBytes(bytes)}`;
  return [
    `${what} ${size} for message ${output.message_id} (${strategy}, up to #${output.from_seq})`,
    output.bundle_artifact_id === null
      ? "  Not recorded; --raw prints the bundle, --explain explains the selection, --record keeps it"
      : `  Bundle ${output.bundle_artifact_id} (\`holdall artifact get\` prints it)`,
  ];
};

export default present;
