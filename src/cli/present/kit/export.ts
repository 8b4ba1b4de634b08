import { printable } from "../../../base/text.ts";
import { columns, type Terminal } from "../../terminal.ts";

interface Output {
  readonly format: string;
  readonly out: string | null;
  readonly files?: Readonly<Record<string, unknown>>;
  readonly entries: number;
  readonly token_count: number;
  readonly budget_tokens: number;
  readonly head_seq: number;
  readonly state_hash: string;
  readonly events: number;
  readonly texts: number;
  readonly redacted: number;
  readonly secrets: readonly { readonly kind: string; readonly where: string }[];
}

export default function present(output: Output, terminal: Terminal): string[] {
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
}
