import { excerptLine } from "../../../base/text/one-line.ts";
import { excerpt } from "../../../base/text/text.ts";
import { reasonTexts } from "../../../state/gate/reason-texts.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { signalLegend, signalText } from "./signal-text.ts";
import { stateNameOf } from "./state-name.ts";

type Line = Shown<"state log">["lines"][number];

const present: Presenter<"state log"> = ({ state, lines }, terminal) => {
  if (lines.length === 0) return [`The ${stateNameOf(state)} has no events yet`];
  const isMeasured = lines.some((line) => signals(line) !== "");
  return [
    ...lines.flatMap((line) => linesOf(line, terminal)),
    ...(isMeasured ? [terminal.style("dim", signalLegend)] : []),
  ];
};

export default present;

function linesOf(line: Line, terminal: Terminal): string[] {
  const what = labelOf(line);
  const versions =
    line.after_version === null ? "" : `  ${versionsText(line.before_version, line.after_version)}`;
  const head = `#${line.seq} ${terminal.style(isRefusal(what) ? "yellow" : "bold", what)}`;
  const facts = `${line.at.slice(0, 19).replace("T", " ")} by ${excerpt(line.actor?.id ?? "unknown")}`;
  const id = line.id === null ? "" : `  ${excerpt(line.id, 60)}`;
  const lines = [`${head}${id}${versions}  ${terminal.style("dim", facts)}`];
  if (line.content !== null) lines.push(`    ${excerptLine(line.content, 160)}`);
  const meaning = line.reason ?? reasonTexts[line.reason_code ?? ""] ?? null;
  const why = [line.reason_code, meaning].filter((text) => text !== null).join(": ");
  if (why !== "") lines.push(terminal.style("dim", `    ${excerpt(why, 200)}${signals(line)}`));
  return lines;
}

function labelOf({ type, status }: Line): string {
  if (type === "state_declared") return "created";
  // Both entries have such an event: the one that was replaced, and the one that replaced it.
  if (type === "state_superseded" && status !== "superseded") return "replacement";
  return type.replace("state_", "");
}

function versionsText(before: number | null, after: number): string {
  return before === null || before === 0 ? `version ${after}` : `version ${before} → ${after}`;
}

/** Events after which an entry is not in force are highlighted. */
function isRefusal(what: string): boolean {
  return what === "rejected" || what === "evicted" || what === "deleted";
}

/**
 * The signals of the gate. An imported trail may have a `gate` of another shape; then nothing is
 * shown.
 */
function signals({ gate }: Line): string {
  if (!Array.isArray(gate?.signals)) return "";
  return `; ${gate.signals.map(signalText).join(", ")}`;
}
