import { ageOf } from "../../../base/age.ts";
import { columnsOf, fitColumns, padColumns } from "../../../base/text/fit-columns.ts";
import { formatBytes, formatCount } from "../../../base/text/format-count.ts";
import { formatCost } from "../../../base/text/format-measures.ts";
import { truncateEnd } from "../../../base/text/one-line.ts";
import { printable } from "../../../base/text/text.ts";
import { formatDuration } from "../../../web/text/outline.ts";
import { type Terminal, wrap } from "../../terminal.ts";
import { factLines } from "../fact-lines.ts";
import type { Presenter, Shown } from "../presenter.ts";

type Output = Shown<"sessions">;
type Session = Output["sessions"][number];

const present: Presenter<"sessions"> = (output, terminal) => {
  const { folder, found, elsewhere, runs, sessions } = output;
  const unreadable = unreadableLines(output, terminal);
  if (sessions.length === 0) return [...noSession(output, terminal), ...unreadable];
  const hidden = found - sessions.length;
  const lineOf = sessionLine(output, terminal);
  return [
    ...sessions.flatMap((session) =>
      output.verbose ? sessionLines(session, output, terminal) : lineOf(session),
    ),
    ...(hidden > 0 ? [`and ${hidden} more; see --limit`] : []),
    ...(folder !== null && elsewhere > 0 ? [`${elsewhere} in other folders; see --all`] : []),
    ...(folder === null && runs > 0
      ? [`${formatCount(runs, "run")} of tasks not listed; see --runs`]
      : []),
    ...unreadable,
  ];
};

export default present;

/** One line for each store that is there and cannot be read: its sessions are missing from the list. */
function unreadableLines({ unreadable }: Output, { width }: Terminal): string[] {
  return unreadable.flatMap(({ agent, reason }) =>
    wrap(`Cannot read all sessions of ${agent}: ${printable(reason)}`, width),
  );
}

/** Says what was looked for, and where there is something instead. */
function noSession(output: Output, terminal: Terminal): string[] {
  const { folder, agent, elsewhere, at_other_times, runs, starred } = output;
  const place = folder === null ? "." : terminal.path(folder);
  const where =
    folder === null ? "on this machine" : place === "." ? "in this folder" : `in ${place}`;
  const others = [
    elsewhere > 0 ? `${elsewhere} elsewhere, see \`holdall sessions --all\`` : "",
    at_other_times > 0 ? `${at_other_times} at other times` : "",
    folder === null && runs > 0 ? `${formatCount(runs, "run")} of tasks, see --runs` : "",
  ].filter((other) => other !== "");
  const found = `No session of ${agent ?? "a known agent"}${starred ? " with a star" : ""} ${where}${at_other_times > 0 ? " at that time" : ""}`;
  const line = `${[found, ...others].join("; ")}.`;
  if (others.length > 0) return wrap(line, terminal.width);
  if (starred) return [line, "To mark one: holdall star last, or a number of `holdall sessions`"];
  return [line, "`holdall doctor` shows which agents are looked for."];
}

/** Columns of a folder, where sessions of several are listed. */
const FOLDER_COLUMNS = 22;
const SIZE_COLUMNS = 10;
const MIN_TITLE = 10;

/** The mark of a session that only a backup has. */
const KEPT = { gone: "kept, gone at the agent", elsewhere: "kept, of another machine" } as const;

/** One line for each session, which no terminal wraps. */
function sessionLine({ now, sessions }: Output, terminal: Terminal): (session: Session) => string {
  const hasFolders = new Set(sessions.map(({ cwd }) => cwd)).size > 1;
  return (session) => {
    const size = session.bytes === null ? "" : formatBytes(session.bytes);
    const head = `${headOf(session, now)}${size.padStart(SIZE_COLUMNS)}  `;
    const place = session.cwd === null ? "" : truncateStart(terminal.folder(session.cwd));
    const folder = hasFolders ? `${padColumns(place, FOLDER_COLUMNS)}  ` : "";
    const space = terminal.width - head.length - columnsOf(folder);
    const mark = markOf(session);
    const title = fitColumns(printable(titleOf(session)), Math.max(MIN_TITLE, space - mark.length));
    const shownFolder = terminal.style("dim", folder);
    return `${head}${shownFolder}${terminal.style("yellow", mark)}${terminal.style("bold", title)}`;
  };
}

/** The mark of a session among others with its title: a copy that a handoff made has the title of its source. */
function markOf({ starred, kept, handed_over }: Session): string {
  const origin = kept !== null ? KEPT[kept] : handed_over ? "handed over" : "";
  return `${starred ? "★ " : ""}${origin === "" ? "" : `${origin}  `}`;
}

/** The end of a folder's path, which differs most from those of others. */
function truncateStart(folder: string): string {
  const characters = [...folder];
  if (characters.length <= FOLDER_COLUMNS) return folder;
  return `…${characters.slice(1 - FOLDER_COLUMNS).join("")}`;
}

/** Number, agent and age. */
function headOf({ number, agent, modified_at: changed }: Session, now: string): string {
  const age = changed === null ? "" : ageOf(Date.parse(now) - Date.parse(changed));
  const place = number === null ? "" : `${String(number).padStart(3)}  `;
  return `${place}${agent.padEnd(9)}${age.padStart(5)}  `;
}

function titleOf({ fault, title }: Session): string {
  return fault ?? title ?? "(no title)";
}

function sessionLines(session: Session, { now, folder }: Output, terminal: Terminal): string[] {
  const head = headOf(session, now);
  const title = printable(titleOf(session));
  const messages = session.messages === null ? "" : formatCount(session.messages, "message");
  const branch = branchText(session.branch);
  const tokens = session.tokens === null ? "" : `context ${tokensOf(session.tokens)} tokens`;
  const where = folder === null && session.cwd !== null ? terminal.folder(session.cwd) : "";
  const kept = session.kept === null ? "" : KEPT[session.kept];
  const state = session.archived ? "archived" : session.handed_over ? "handed over" : kept;
  const size = session.bytes === null ? "" : formatBytes(session.bytes);
  const star = session.starred ? "★" : "";
  const worked = session.worked_ms === null ? "" : `worked ${formatDuration(session.worked_ms)}`;
  const cost = session.cost_usd === null ? "" : formatCost(session.cost_usd);
  const use = [messages, tokens, worked, cost, size];
  const facts = [star, session.id, state, session.model, ...use, where, branch];
  const indent = " ".repeat(head.length);
  return [
    head + terminal.style("bold", truncateEnd(title, terminal.width - head.length)),
    ...factLines(facts, terminal.width - head.length).map(
      (line) => indent + terminal.style("dim", line),
    ),
  ];
}

/** Without a branch, git names `HEAD`. */
function branchText(branch: string | null): string {
  return branch === null || branch === "HEAD" ? "" : `branch ${branch}`;
}

function tokensOf(count: number): string {
  return count < 1000 ? String(count) : `${Math.round(count / 1000)}k`;
}
