import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { printableLine } from "../../../base/text/text.ts";
import { columns } from "../../terminal.ts";
import { documentOf } from "../document.ts";
import type { Presenter } from "../presenter.ts";
import { tokenUse } from "../state/token-use.ts";

const present: Presenter<"kit export"> = (output, terminal) => {
  const page = output.format === "markdown" ? output.files?.["snapshot.md"] : undefined;
  if (typeof page === "string") return [documentOf(page)];
  const { events, texts, redacted, secrets } = output;
  const where = output.out === null ? "the result (see --json)" : terminal.path(output.out);
  const entries = formatCount(output.entries, "entry", "entries");
  const history = [formatCount(events, "event"), formatCount(texts, "text")];
  return [
    `${terminal.style("green", "Exported")} the state as ${output.format} to ${where}${OTHERS[output.format] ?? ""}`,
    ...columns(
      [
        ["state", `${entries}, ${tokenUse(output)}`],
        ["history", `${history.join(", ")}, ${formatNumber(redacted)} redacted`],
        ["hash", `${output.state_hash} after event ${output.head_seq}`],
        ...secrets.map(
          ({ kind, where: at }) => ["left out", `${kind} in ${printableLine(at)}`] as const,
        ),
      ],
      terminal,
    ),
  ];
};

/** The two formats have the same name in their manifests, and another reader may expect the other one. */
const OTHERS: Readonly<Record<string, string>> = {
  "working-context": " (--format ocf-kit writes the kit of the OCF specification)",
};

export default present;
