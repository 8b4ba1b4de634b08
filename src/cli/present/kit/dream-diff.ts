import { printable } from "../../../base/text.ts";
import { type Terminal, wrap } from "../../terminal.ts";
import { type Decision, decisionLines } from "./dream.ts";

interface Output {
  readonly path: string;
  readonly at: string;
  readonly token_count: { readonly before: number; readonly after: number };
  readonly counts: Readonly<Record<string, number>>;
  readonly changes: readonly (Decision & { readonly content: string | null })[];
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { before, after } = output.token_count;
  const put = output.changes.filter(({ content }) => content !== null);
  return [
    `${terminal.style("bold", terminal.path(output.path))}  dreamt ${output.at}, ${before} → ${after} tokens`,
    ...decisionLines({ counts: output.counts, decisions: output.changes }, terminal),
    ...put.flatMap(({ key, content }) => [
      terminal.style("bold", `- ${printable(key)}`),
      ...wrap(printable(content ?? ""), terminal.width - 4).map((line) => `    ${line}`),
    ]),
  ];
}
