import { printable } from "../../../base/text/text.ts";
import type { Terminal } from "../../terminal.ts";
import type { Shown } from "../presenter.ts";

const STARTS = {
  snapshot: "the captured files",
  "reversed-diff": "the captured files with the diff reversed",
  repository: "a commit of its repository",
} as const;

/** Whether a task can be run again, from what, and what stands against it. */
export function replayLines(
  { replayReady, replay }: Pick<Shown<"task replay check">, "replayReady" | "replay">,
  terminal: Terminal,
): string[] {
  const { start, failed, advice } = replay;
  const verdict = replayReady
    ? `${terminal.style("green", "Replay ready")}: starts from ${start === null ? "unknown" : STARTS[start]}`
    : terminal.style("yellow", "Not replay ready");
  return [
    verdict,
    ...failed.map((reason) => `  ${printable(reason)}`),
    ...advice.map((reason) => `  Advice: ${printable(reason)}`),
  ];
}
