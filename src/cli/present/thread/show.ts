import { formatCount } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { lineOf } from "./list.ts";

type Turn = Shown<"thread show">["turns"][number];
type Step = Turn["steps"][number] | Turn["user"]["refs"][number];

const present: Presenter<"thread show"> = (output, terminal) => {
  const shown = output.turns.length;
  const more = output.messages + output.inherited - shown;
  return [
    lineOf(output, terminal),
    ...(more > 0
      ? [
          terminal.style(
            "dim",
            `… ${formatCount(more, "earlier turn")} not shown; raise --limit to see more`,
          ),
        ]
      : []),
    ...output.turns.flatMap((turn) => turnLines(turn, terminal)),
  ];
};

export default present;

/** A turn in order: the message, what it refers to, the steps, the reply. */
function turnLines({ user, steps, reply }: Turn, terminal: Terminal): string[] {
  const head = `#${user.seq} ${printable(user.actor_id)}`;
  const lines = ["", `${terminal.style("bold", head)}  ${terminal.style("dim", user.event_id)}`];
  lines.push(...indented(user.content), ...user.refs.map(stepLine), ...steps.map(stepLine));
  if (reply === null) return [...lines, terminal.style("dim", "  no reply yet")];
  const mark = reply.reason === "completed" ? "" : ` (${printable(reply.reason)})`;
  lines.push(terminal.style("bold", `  reply${mark}`));
  return [...lines, ...indented(reply.text ?? "(cannot be read)")];
}

function indented(text: string): string[] {
  return printable(text)
    .split("\n")
    .map((line) => `    ${line}`);
}

function stepLine(step: Step): string {
  return `    · ${printable(stepText(step))}`;
}

function stepText(step: Step): string {
  switch (step.type) {
    case "tool_call":
      return `called ${step.name}`;
    case "tool_result":
      return step.ok ? "result" : "failed";
    case "tool_side_effect_ref":
      return `changed ${step.affected_paths?.join(", ") ?? "unknown"}${checkpointOf(step)}`;
    case "file_ref":
      return `refers to ${step.path}${checkpointOf(step)}`;
    case "artifact_ref":
      return `refers to artifact ${step.artifact_id}`;
    default:
      return step satisfies never;
  }
}

function checkpointOf({ checkpoint_id }: { readonly checkpoint_id?: string | null | undefined }) {
  return checkpoint_id ? ` (checkpoint ${checkpoint_id})` : "";
}
