import { printable } from "../../../base/text.ts";
import type { Terminal } from "../../terminal.ts";
import { lineOf } from "./list.ts";

type Output = Parameters<typeof lineOf>[0] & {
  readonly inherited: number;
  readonly turns: readonly {
    readonly user: {
      readonly seq: number;
      readonly event_id: string;
      readonly actor_id: string;
      readonly content: string;
      readonly refs: readonly Step[];
    };
    readonly steps: readonly Step[];
    readonly reply: { readonly text: string | null; readonly reason: string } | null;
  }[];
};

interface Step {
  readonly type: string;
  readonly name?: string;
  readonly path?: string;
  readonly artifact_id?: string;
  readonly checkpoint_id?: string | null;
  readonly affected_paths?: readonly string[] | null;
  readonly ok?: boolean;
}

export default function present(output: Output, terminal: Terminal): string[] {
  const shown = output.turns.length;
  const more = output.messages + output.inherited - shown;
  return [
    lineOf(output, terminal),
    ...(more > 0 ? [terminal.style("dim", `… ${more} earlier turns; see them with --limit`)] : []),
    ...output.turns.flatMap((turn) => turnLines(turn, terminal)),
  ];
}

function turnLines({ user, steps, reply }: Output["turns"][number], terminal: Terminal): string[] {
  const head = `#${user.seq} ${printable(user.actor_id)}`;
  const lines = ["", `${terminal.style("bold", head)}  ${terminal.style("dim", user.event_id)}`];
  lines.push(...indented(user.content), ...user.refs.map(stepLine), ...steps.map(stepLine));
  if (reply === null) return [...lines, terminal.style("dim", "  not answered yet")];
  const mark = reply.reason === "completed" ? "" : ` (${printable(reply.reason)})`;
  lines.push(terminal.style("bold", `  answer${mark}`));
  return [...lines, ...indented(reply.text ?? "cannot be read")];
}

function indented(text: string): string[] {
  return printable(text)
    .split("\n")
    .map((line) => `    ${line}`);
}

function stepLine(step: Step): string {
  const at = step.checkpoint_id ? ` (checkpoint ${step.checkpoint_id})` : "";
  const what: Readonly<Record<string, () => string>> = {
    tool_call: () => `calls ${step.name}`,
    tool_result: () => (step.ok ? "result" : "failed"),
    tool_side_effect_ref: () => `changed ${step.affected_paths?.join(", ") ?? "unknown"}${at}`,
    file_ref: () => `names ${step.path}${at}`,
    artifact_ref: () => `names artifact ${step.artifact_id}`,
  };
  return `    · ${printable(what[step.type]?.() ?? step.type)}`;
}
