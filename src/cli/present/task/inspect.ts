import { formatCount } from "../../../base/text/format-count.ts";
import { excerptLine } from "../../../base/text/one-line.ts";
import { printableLine } from "../../../base/text/text.ts";
import { columns, type Terminal } from "../../terminal.ts";
import { countFindings, findingLines } from "../findings.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Output = Shown<"task inspect">;

const present: Presenter<"task inspect"> = (output, terminal) => {
  const rows = factsOf(output).filter(([, value]) => value !== "");
  return [
    terminal.style("bold", excerptLine(output.title, terminal.width)),
    ...columns(
      rows.map(([label, value]) => [label, excerptLine(value, 400)] as const),
      terminal,
    ),
    ...section("Events", (output.events ?? []).map(eventLine), terminal),
    ...section("Files", (output.files ?? []).map(fileLine), terminal),
    ...section("Patch", patchLines(output.patch), terminal),
    ...(output.findings.length === 0
      ? []
      : ["", countFindings(output.findings), ...findingLines(output.findings, terminal)]),
  ];
};

export default present;

function factsOf(output: Output): (readonly [string, string])[] {
  const { status, score } = output.outcome ?? {};
  return [
    ["schema", output.schemaVersion],
    ["id", output.id ?? ""],
    ["created", output.createdAt],
    ["agent", output.tool ?? ""],
    ["model", output.model ?? ""],
    ["runtime", output.runtime ?? ""],
    ["repo", output.repo ?? ""],
    ["commit", output.commit ?? ""],
    ["branch", output.branch ?? ""],
    ["status", typeof status === "string" ? status : ""],
    ["score", typeof score === "number" ? String(score) : ""],
    ...(output.failedChecks ?? []).map(
      ({ name, reason }) => ["failed check", `${name}: ${reason}`] as const,
    ),
    ["error", output.error === undefined ? "" : `${output.error.kind}: ${output.error.detail}`],
    ["interventions", output.interventions === undefined ? "" : String(output.interventions)],
    ["prompt source", output.promptSource ?? ""],
    ["tags", output.tags.join(", ")],
    ["artifacts", output.artifacts.join(", ")],
    ["workspace files", countOf(output.workspaceFileCount)],
    ["workspace state", output.workspaceState ?? ""],
    ["hidden files", countOf(output.hiddenFileCount ?? 0)],
    ["events", countOf(output.eventCount)],
    ["replay ready", output.replayReady ? `yes, from ${output.replayStart ?? "unknown"}` : "no"],
  ];
}

function patchLines(patch: string | undefined): string[] {
  return patch === undefined ? [] : patch.trimEnd().split("\n").map(printableLine);
}

function countOf(count: number): string {
  return count === 0 ? "" : String(count);
}

function section(heading: string, lines: readonly string[], terminal: Terminal): string[] {
  return lines.length === 0 ? [] : ["", terminal.style("cyan", heading), ...lines];
}

function eventLine(event: NonNullable<Output["events"]>[number]): string {
  const exit = typeof event.exitCode === "number" ? ` (exit ${event.exitCode})` : "";
  const about = event.command ?? event.path ?? "";
  return `  ${excerptLine(`${event.at}  ${event.type}  ${event.detail || about}${exit}`, 200)}`;
}

function fileLine(file: NonNullable<Output["files"]>[number]): string {
  const link = file.target == null ? "" : ` -> ${file.target}`;
  return `  ${printableLine(`${file.path}${link}`)}  ${formatCount(file.size, "byte")}`;
}
