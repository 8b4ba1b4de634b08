import { excerpt, printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";

interface Line {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly actor: { readonly id: string } | null;
  readonly id: string | null;
  readonly before_version: number | null;
  readonly after_version: number | null;
  readonly content: string | null;
  readonly reason_code: string | null;
  readonly reason: string | null;
  readonly gate: { readonly signals?: unknown } | null;
}

export default function present(
  { state, lines }: { readonly state: string; readonly lines: readonly Line[] },
  terminal: Terminal,
): string[] {
  if (lines.length === 0) return [`nothing has happened to ${printable(state)} yet`];
  return lines.flatMap((line) => linesOf(line, terminal));
}

function linesOf(line: Line, terminal: Terminal): string[] {
  const what = line.type.replace("state_", "");
  const versions =
    line.after_version === null ? "" : `  v${line.before_version ?? 0} → v${line.after_version}`;
  const head = `#${line.seq} ${terminal.style(isRefusal(what) ? "yellow" : "bold", what)}`;
  const facts = `${line.at.slice(0, 19).replace("T", " ")} by ${excerpt(line.actor?.id ?? "nobody")}`;
  const id = line.id === null ? "" : `  ${excerpt(line.id, 60)}`;
  const lines = [`${head}${id}${versions}  ${terminal.style("dim", facts)}`];
  if (line.content !== null)
    lines.push(`    ${excerpt(line.content.replaceAll(/\s+/g, " "), 160)}`);
  const why = [line.reason_code, line.reason].filter((text) => text !== null).join(": ");
  if (why !== "") lines.push(terminal.style("dim", `    ${excerpt(why, 200)}${signals(line)}`));
  return lines;
}

function isRefusal(what: string): boolean {
  return what === "rejected" || what === "evicted" || what === "deleted";
}

/** What the gate measured, signal by signal. */
function signals({ gate }: Line): string {
  if (!Array.isArray(gate?.signals)) return "";
  const said = gate.signals.map(({ name, value, threshold, passed }) => {
    return `${name} ${round(value)} ${passed ? "passes" : "fails"} ${round(threshold)}`;
  });
  return ` (${said.join(", ")})`;
}

function round(value: unknown): string {
  return typeof value === "number" ? String(Math.round(value * 1000) / 1000) : "?";
}
