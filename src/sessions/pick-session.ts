import type { AgentSession } from "../agents/agent-session.ts";
import { isAgentId } from "../agents/registry.ts";
import { ageOf } from "../base/age.ts";
import { HoldallError } from "../base/errors.ts";
import { formatCount } from "../base/text/format-count.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment, findSessions, folderFilter } from "./agent-sessions.ts";
import { listCopies } from "./handoff-record.ts";
import { listSessions } from "./index/list-sessions.ts";
import { withIndex } from "./index/open-index.ts";
import { sessionDetails } from "./index/session-details.ts";
import { shortName } from "./note-picked.ts";
import { readShownList } from "./shown-list.ts";
import { isTaskRun } from "./task-runs.ts";

/** A session with its title, where that is known. */
export interface TitledSession {
  readonly title: string | null;
  readonly found: AgentSession;
}

/** A session with its number in a list that a person chooses from. */
export interface NumberedSession extends TitledSession {
  readonly number: number;
  /** Whether a handoff created it. */
  readonly isCopy?: boolean;
}

/** Sessions of a folder whose titles are read: nobody looks further down a list. */
const MAX_LISTED = 200;
/** Sessions of other folders whose titles are read. */
const MAX_RECENT = 50;

/** The sessions of this folder, newest first. */
export function numberedSessions(context: OperationContext): Promise<readonly NumberedSession[]> {
  return titledSessions(context, folderFilter(context.cwd), MAX_LISTED);
}

/** The newest sessions of this machine. */
export function recentSessions(context: OperationContext): Promise<readonly NumberedSession[]> {
  return titledSessions(context, () => true, MAX_RECENT);
}

function titledSessions(
  context: OperationContext,
  isWanted: ReturnType<typeof folderFilter>,
  most: number,
): Promise<readonly NumberedSession[]> {
  return withIndex(context, async (database) => {
    const { sessions, known } = await listSessions(context, database, null);
    const wanted: AgentSession[] = [];
    for (let rank = 0; rank < sessions.length && wanted.length < most; rank++) {
      const session = { cwd: sessions.cwdAt(rank) };
      if (isWanted(session) && !isTaskRun(session, context.cwd)) wanted.push(sessions.at(rank));
    }
    const details = sessionDetails(database, known);
    const copies = listCopies(agentEnvironment(context));
    const numbered: NumberedSession[] = [];
    for (const [index, found] of wanted.entries()) {
      const detail = await details.of(found).catch(() => null); // One that cannot be read has no title.
      const copy = copies.get(found.session.id);
      const title = copy?.title ?? detail?.title ?? null;
      numbered.push({ number: index + 1, title, found, isCopy: copy !== undefined });
    }
    details.save();
    return numbered;
  });
}

/** Sessions of every folder whose titles the index has: those that were listed or searched before. */
function listedBefore(context: OperationContext): Promise<readonly TitledSession[]> {
  return withIndex(context, async (database) => {
    const { sessions, known } = await listSessions(context, database, null);
    const details = sessionDetails(database, known);
    const own = Array.from(sessions).filter(({ session }) => !isTaskRun(session, context.cwd));
    return own.map((found) => ({ title: details.known(found)?.title ?? null, found }));
  });
}

/** Nobody remembers the numbers of an older list. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** The session with a number of the list that was last shown in this folder; a stale number is refused. */
export async function sessionWithNumber(
  context: OperationContext,
  name: string,
): Promise<TitledSession> {
  const list = readShownList(context);
  if (list === null) throw noNumber(name, "no list of sessions was shown in this folder");
  const age = context.now().getTime() - Date.parse(list.at);
  if (!(age < MAX_AGE_MS)) {
    throw noNumber(name, `the list of this folder was shown ${ageOf(age)} ago`);
  }
  const listed = list.sessions[Number(name) - 1];
  if (listed === undefined) {
    const length = formatCount(list.sessions.length, "session");
    throw noNumber(name, `the list that was last shown has ${length}`);
  }
  const { agent, id, title } = listed;
  const sessions = isAgentId(agent) ? await findSessions(context, agent, { withKept: true }) : [];
  const found = sessions.find(({ session }) => session.id === id);
  if (found === undefined) throw noNumber(name, `${agent} ${id} is no longer there`);
  return { found, title };
}

function noNumber(name: string, state: string): HoldallError {
  return new HoldallError("E_NOT_FOUND", `Cannot find session number ${name}: ${state}`, {
    cure: "run `holdall sessions`, and use a number of that list, or an id",
  });
}

/**
 * The session whose title is, or else contains, some words, in this folder or else in another; null when none
 * does. A copy that a handoff made has the title of the session it was made from, which is meant then.
 */
export async function sessionWithTitle(
  context: OperationContext,
  name: string,
): Promise<TitledSession | null> {
  const wanted = name.trim().toLowerCase();
  if (wanted === "") return null;
  const copies = listCopies(agentEnvironment(context));
  const here = meantBy(wanted, await numberedSessions(context), copies);
  if (here.length > 0) return theOnly(name, here);
  const elsewhere = meantBy(wanted, await listedBefore(context), copies);
  return elsewhere.length === 0 ? null : theOnly(name, elsewhere);
}

/** The sessions that a title means; of a session and its copies, the session. */
function meantBy<Session extends TitledSession>(
  wanted: string,
  sessions: readonly Session[],
  copies: ReadonlyMap<string, unknown>,
): readonly Session[] {
  const titleOf = ({ title }: Session) => title?.toLowerCase() ?? "";
  const exact = sessions.filter((session) => titleOf(session) === wanted);
  const fitting =
    exact.length > 0 ? exact : sessions.filter((each) => titleOf(each).includes(wanted));
  const originals = fitting.filter(({ found }) => !copies.has(found.session.id));
  return originals.length > 0 ? originals : fitting;
}

/** Sessions that a refusal names. */
const MAX_NAMED = 5;

function theOnly(name: string, meant: readonly TitledSession[]): TitledSession {
  const [first] = meant;
  if (first !== undefined && meant.length === 1) return first;
  const named = meant.slice(0, MAX_NAMED).map(({ found }) => shortName(found));
  const more = meant.length > MAX_NAMED ? ", …" : "";
  const state = `${meant.length} titles contain it (${named.join(", ")}${more})`;
  throw new HoldallError("E_NOT_FOUND", `Cannot find session "${name}": ${state}`, {
    cure: "give more of the title, an id, or a number of `holdall sessions`",
  });
}
