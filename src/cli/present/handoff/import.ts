import { formatCount } from "../../../base/text/format-count.ts";
import type { Terminal } from "../../terminal.ts";
import presentBundle from "../kit/import.ts";
import presentLog from "../ledger/import.ts";
import { lossGroups } from "../loss-groups.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Output = Shown<"import">;

const present: Presenter<"import"> = (output, terminal) => {
  const { agent, session_id, proposed } = output;
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
    ...(proposed === null ? [] : [proposedLine(proposed)]),
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

/** Most sessions have nothing that can be proposed without a model. */
const NOTHING_PROPOSED =
  "State: nothing to propose. Only answers to an agent's questions and sentences with “always”, “never”, “we decided” or “use A not B” count; `holdall brief` asks the agent for more";

function proposedLine(proposed: NonNullable<Output["proposed"]>): string {
  const { new: added, known, kept } = proposed;
  const before = known === 0 ? "" : `, ${known} proposed before`;
  if (added === 0 && known === 0) return NOTHING_PROPOSED;
  if (added === 0) return `State: nothing new to propose${before}`;
  const what = `State: ${formatCount(added, "proposal")}${before}`;
  if (kept === added) return `${what}; all kept (see \`holdall state show\`)`;
  const rest = kept === 0 ? "none is in force yet" : `${kept} kept, the others wait`;
  return `${what}; ${rest}. To keep, edit or skip: holdall state review`;
}
