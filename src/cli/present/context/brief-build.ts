import { excerpt, printable, printableLine } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"context brief build"> = (output, terminal) => {
  const { path, tokens, principles, packs, density_tokens: density, density_level: level } = output;
  const head = terminal.style("green", "Built");
  return [
    `${head} ${printableLine(path)} (${tokens} tokens, ${principles} principles, packs ${packs.join(", ") || "none"})`,
    `  with its sources ${density} tokens: ${level}`,
    ...output.rejected.map(
      ({ file, text, reason }) =>
        `  ! left out of ${printableLine(file)}: ${excerpt(text)} (${reason})`,
    ),
    ...output.warnings.map((warning) => terminal.style("yellow", `  ! ${printable(warning)}`)),
  ];
};

export default present;
