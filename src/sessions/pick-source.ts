import path from "node:path";
import { findProgram } from "../agents/find-program.ts";
import { loadAgent } from "../agents/registry.ts";
import { ageOf } from "../base/age.ts";
import { HoldallError } from "../base/errors.ts";
import { excerptLine } from "../base/text/one-line.ts";
import { receivingAgents } from "../handoff/target.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "./agent-sessions.ts";
import { isOwnFolder } from "./list-projects.ts";
import { type Ask, canRedraw, choose, confirm, withQuestions } from "./person-dialogue.ts";
import type { PickList } from "./pick-list.ts";
import { type NumberedSession, numberedSessions, recentSessions } from "./pick-session.ts";

/** How a person is asked, and shown what there is. */
interface Dialogue {
  readonly ask: Ask;
  readonly show: (line: string) => void;
}

/** Columns for the name of a folder, where sessions are of several. */
const FOLDER_COLUMNS = 14;

/** Sessions that are shown at once. */
const MAX_SHOWN = 15;

/** A handoff as a person chose it. */
interface PickedHandoff {
  readonly from: string;
  readonly session?: string;
  readonly to: string;
  /** The folder in which the receiver works, if it is not the current one. */
  readonly into?: string;
}

/**
 * FROM and TO, chosen by a person at a terminal. FROM may be known already; then only the receiver is asked
 * for. Where no session took place in this folder, those of other folders are offered.
 */
export async function pickHandoff(
  context: OperationContext,
  from: string | undefined,
): Promise<PickedHandoff> {
  if (from !== undefined) return { from, to: await askReceiver(context, from) };
  const here = await numberedSessions(context);
  const sessions = here.length > 0 ? here : await recentSessions(context);
  if (sessions.length === 0) {
    throw new HoldallError("E_NOT_FOUND", "Cannot hand over: there is no session on this machine", {
      cure: "`holdall doctor` shows which agents are looked for",
    });
  }
  if (here.length === 0)
    context.note("There is no session of this folder; these are of other folders.");
  const picked = await askSession(context, sessions, here.length === 0);
  const { agent, id, cwd } = picked.found.session;
  const to = await askReceiver(context, agent);
  const name = excerptLine(picked.title ?? "(no title)", 60);
  const isElsewhere = cwd !== null && here.length === 0 && !isPath(to) && isOwnFolder(cwd);
  return withQuestions(async (ask) => {
    const place = `Continue in ${cwd}, where it took place (n: in this folder)?`;
    const into = isElsewhere ? { into: (await confirm(ask, place)) ? cwd : context.cwd } : {};
    const question = `Hand over "${name}" (${agent} ${id}) to ${to}?`;
    if (!(await confirm(ask, question))) throw cancelled();
    return { from: agent, session: id, to, ...into };
  });
}

function askSession(
  context: OperationContext,
  sessions: readonly NumberedSession[],
  areElsewhere: boolean,
): Promise<NumberedSession> {
  const lineOf = sessionLine(context.now().getTime(), areElsewhere ? FOLDER_COLUMNS : 0);
  if (!canRedraw()) {
    const show = (line: string) => context.note(line);
    return withQuestions((ask) => pickSession(sessions, { ask, show, lineOf }));
  }
  return chooseOrCancel({
    heading: "Which session? Type to filter, ↑ ↓ to move, Enter to choose, Esc to leave",
    entries: (filter) =>
      fittingSessions(sessions, filter).map((value) => ({ line: lineOf(value), value })),
  });
}

async function askReceiver(context: OperationContext, from: string): Promise<string> {
  const receivers = await receiversFor(context, from);
  if (!canRedraw()) {
    const show = (line: string) => context.note(line);
    const agents = receivers.map(({ agent }) => agent);
    return withQuestions((ask) => pickReceiver(agents, { ask, show }));
  }
  return chooseOrCancel({
    heading: "To which agent? A path, such as ./handed-over, can be typed as well",
    entries: (filter) => receiverEntries(receivers, filter),
  });
}

/** An agent that a session can be handed over to, and what a person should know before they choose it. */
interface Receiver {
  readonly agent: string;
  readonly remark: string;
}

/** All agents with a writer: first those that can continue at once, last the one that has the session already. */
export async function receiversFor(
  context: OperationContext,
  from: string,
): Promise<readonly Receiver[]> {
  const { env } = agentEnvironment(context);
  const receivers = await Promise.all(
    (await receivingAgents()).map(async (agent) => {
      const { program } = await loadAgent(agent);
      const isInstalled = program !== null && (await findProgram(program, env)) !== null;
      const remark = isInstalled ? "" : "not installed";
      if (agent !== from) return { agent, remark, rank: isInstalled ? 0 : 1 };
      return { agent, remark: "has the session already; this makes a copy", rank: 2 };
    }),
  );
  return receivers.sort((left, right) => left.rank - right.rank);
}

/** The agents that begin as typed, or the path that was typed. */
function receiverEntries(
  receivers: readonly Receiver[],
  filter: string,
): readonly { readonly line: string; readonly value: string }[] {
  if (isPath(filter)) return [{ line: `write to ${filter}`, value: filter }];
  const fitting = receivers.filter(({ agent }) => agent.startsWith(filter.trim().toLowerCase()));
  return fitting.map(({ agent, remark }) => ({
    line: `${agent.padEnd(9)} ${remark}`.trimEnd(),
    value: agent,
  }));
}

async function chooseOrCancel<Value>(list: PickList<Value>): Promise<Value> {
  const picked = await choose(list);
  if (picked === null) throw cancelled();
  return picked.value;
}

function isPath(answer: string): boolean {
  return /[./\\]/.test(answer);
}

/** Asks for an agent, of which the beginning is enough, or a path, until it is one. */
export async function pickReceiver(
  agents: readonly string[],
  { ask, show }: Dialogue,
): Promise<string> {
  for (;;) {
    const answer = (await ask(`To (${agents.join(", ")}, or a path): `))?.trim() ?? "";
    if (answer === "") throw cancelled();
    const fitting = agents.filter((agent) => agent.startsWith(answer.toLowerCase()));
    const [only] = fitting;
    if (only !== undefined && fitting.length === 1) return only;
    if (isPath(answer)) return answer;
    show(`"${answer}" is not an agent. A path has a dot or a slash, as in ./handed-over.`);
  }
}

/** Shows sessions, newest first, until one is chosen; words leave those that contain all of them. */
export async function pickSession(
  sessions: readonly NumberedSession[],
  { ask, show, lineOf }: Dialogue & { readonly lineOf: (session: NumberedSession) => string },
): Promise<NumberedSession> {
  let shown = sessions;
  for (;;) {
    for (const session of shown.slice(0, MAX_SHOWN)) show(lineOf(session));
    if (shown.length > MAX_SHOWN) show(`and ${shown.length - MAX_SHOWN} more`);
    const answer = (await ask("Session (a number, or words to filter): "))?.trim() ?? "";
    if (answer === "") throw cancelled();
    const fitting = fittingSessions(sessions, answer);
    const [only] = fitting;
    if (only !== undefined && (fitting.length === 1 || String(only.number) === answer)) return only;
    if (fitting.length === 0) show(`No session contains "${answer}".`);
    else shown = fitting;
  }
}

/** The line of a session in a list that a person chooses from, with that many columns for the name of its folder. */
export function sessionLine(now: number, folderColumns = 0): (session: NumberedSession) => string {
  return ({ number, title, isCopy = false, found: { session } }) => {
    const age = ageOf(now - session.modified_ms).padStart(5);
    const name = excerptLine(title ?? "(no title)", 100);
    const folder = excerptLine(path.basename(session.cwd ?? ""), folderColumns);
    const place = folderColumns === 0 ? "" : `${folder.padEnd(folderColumns)}  `;
    return `${String(number).padStart(3)}  ${session.agent.padEnd(9)}${age}  ${place}${isCopy ? "handed over  " : ""}${name}`;
  };
}

/** The session with a number, first; then those that contain all words, or whose id begins so. */
export function fittingSessions(
  sessions: readonly NumberedSession[],
  typed: string,
): readonly NumberedSession[] {
  const terms = typed.trim().toLowerCase().split(/\s+/);
  const fits = ({ title, found: { session } }: NumberedSession) => {
    const text =
      `${session.agent} ${title ?? ""} ${path.basename(session.cwd ?? "")}`.toLowerCase();
    return terms.every((term) => text.includes(term) || session.id.startsWith(term));
  };
  const isNumbered = ({ number }: NumberedSession) => String(number) === typed.trim();
  const numbered = sessions.filter(isNumbered);
  return [...numbered, ...sessions.filter((each) => !isNumbered(each) && fits(each))];
}

/** Who leaves a choice has done nothing wrong, and learns only what became of it. */
function cancelled(): HoldallError {
  return new HoldallError("E_INTERRUPTED", "Nothing was handed over");
}
