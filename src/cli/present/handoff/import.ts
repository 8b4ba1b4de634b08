import { formatCount } from "../../../base/text/format-count.ts";
import type { Terminal } from "../../terminal.ts";
import presentBundle from "../kit/import.ts";
import presentLog from "../ledger/import.ts";
import { lossGroups } from "../loss-groups.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { distilledLines } from "./distilled.ts";

type Output = Shown<"import">;

const present: Presenter<"import"> = (output, terminal) => {
  const { agent, session_id, derived } = output;
  if (output.kind === "log") return presentLog(output.report, terminal);
  if (output.kind === "bundle") {
    return [...presentBundle(output.report, terminal), ...conversationLines(output, terminal)];
  }
  if (output.kind === "conversation") return conversationLines(output, terminal);
  const counts = [
    formatCount(output.appended, "new record"),
    ...(output.known === 0 ? [] : [`${output.known} imported before`]),
    formatCount(output.messages, "message of the user", "messages of the user"),
  ].join(", ");
  return [
    `${doneOf(output, terminal)} ${agent} ${session_id}: ${counts}`,
    ...(derived === null ? [] : [stateLine(derived)]),
    ...distilledLines(output.distilled, terminal),
    ...(output.thread === null ? [] : threadLines(output.thread, terminal)),
    nextLine(output),
  ];
};

export default present;

function conversationLines(output: Output, terminal: Terminal): string[] {
  const { agent, session_id, thread } = output;
  if (thread === null) return [];
  return [
    `${doneOf(output, terminal)} ${agent} ${session_id} as a thread`,
    ...threadLines(thread, terminal),
    nextLine(output),
  ];
}

function doneOf({ dry_run }: Output, terminal: Terminal): string {
  return dry_run ? "Would import" : terminal.style("green", "Imported");
}

function nextLine({ dry_run, thread, thread_id }: Output): string {
  if (dry_run) return "Preview; nothing was changed. Leave out --dry-run to import.";
  return `To see what a model would get: holdall thread compile ${thread?.thread_id ?? thread_id} --explain`;
}

function threadLines(thread: NonNullable<Output["thread"]>, terminal: Terminal): string[] {
  const { thread_id, messages, runs, known, loss } = thread;
  const counts = [
    formatCount(messages, "new message"),
    formatCount(runs, "new run"),
    ...(known === 0 ? [] : [`${formatCount(known, "turn")} recorded before`]),
  ].join(", ");
  return [`Thread ${thread_id}: ${counts}`, ...lossGroups(loss.items, terminal)];
}

function stateLine(derived: NonNullable<Output["derived"]>): string {
  const { offered, admitted, superseded, rejected, known } = derived;
  if (offered === 0) return "State: the session contains no statement to keep";
  const counts = [
    `${admitted} admitted`,
    ...(superseded === 0 ? [] : [`${superseded} admitted in place of others`]),
    ...(rejected === 0 ? [] : [`${rejected} rejected`]),
    ...(known === 0 ? [] : [`${known} offered before`]),
  ];
  return `State: ${formatCount(offered, "statement")}, ${counts.join(", ")} (see \`holdall state show\`)`;
}
