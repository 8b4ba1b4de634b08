import type { Finding } from "../../../base/findings.ts";
import { formatCount } from "../../../base/format-count.ts";
import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";
import { countFindings, findingLines } from "../findings.ts";

interface Output {
  readonly ok: boolean;
  readonly workspace: WorkspaceCheck;
  readonly findings: readonly Finding[];
}

/** What a check of a workspace looked at. */
export interface WorkspaceCheck {
  readonly events: number;
  readonly streams: number;
  readonly texts: number;
  readonly redacted: number;
  readonly artifacts: number;
  readonly projections: number;
  readonly first_wrong: { readonly stream: string; readonly seq: number } | null;
  readonly recomputed: { readonly same: number; readonly different: number } | null;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const { workspace } = output;
  const { recomputed } = workspace;
  const verdict = output.ok ? terminal.style("green", "whole") : terminal.style("red", "not whole");
  const facts = [
    `${formatCount(workspace.events, "event")} in ${formatCount(workspace.streams, "stream")}`,
    formatCount(workspace.texts, "text"),
    ...(workspace.redacted > 0 ? [`${formatCount(workspace.redacted, "text")} redacted`] : []),
    formatCount(workspace.artifacts, "artifact"),
    formatCount(workspace.projections, "projection"),
    ...(recomputed
      ? [`${recomputed.same} of ${recomputed.same + recomputed.different} compiles the same`]
      : []),
    countFindings(output.findings),
  ];
  const wrong = workspace.first_wrong;
  return [
    ...findingLines(output.findings, terminal),
    `${verdict}  ${facts.join(", ")}`,
    ...(wrong ? [`first wrong: event ${wrong.seq} of ${printable(wrong.stream)}`] : []),
  ];
}
