import { printable } from "../../../base/text.ts";
import { columns } from "../../terminal.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"kit export"> = (output, terminal) => {
  const page = output.format === "markdown" ? output.files?.["snapshot.md"] : undefined;
  if (typeof page === "string") return printable(page).trimEnd().split("\n");
  const { entries, token_count, budget_tokens, events, texts, redacted, secrets } = output;
  const where = output.out === null ? "in the result (see --json)" : terminal.path(output.out);
  const left = secrets.map(({ kind, where: at }) => ["left out", `${kind} in ${printable(at)}`]);
  return [
    `${terminal.style("green", "exported")}  ${output.format}: ${where}`,
    ...columns(
      [
        ["state", `${entries} entries, ${token_count} of ${budget_tokens} tokens`],
        ["history", `${events} events, ${texts} texts, ${redacted} redacted`],
        ["hash", `${output.state_hash} after event ${output.head_seq}`],
        ...left.map(([label = "", text = ""]) => [label, text] as const),
      ],
      terminal,
    ),
  ];
};

export default present;
