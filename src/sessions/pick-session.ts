import type { AgentSession } from "../agents/agent-session.ts";
import { HoldallError } from "../base/errors.ts";
import { formatCount } from "../base/text/format-count.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment, folderFilter } from "./agent-sessions.ts";
import { handedOverIds } from "./handoff-record.ts";
import { listSessions } from "./index/list-sessions.ts";
import { withIndex } from "./index/open-index.ts";
import { sessionDetails } from "./index/session-details.ts";
import { isTaskRun } from "./task-runs.ts";

/** A session with its number in a list: that of `holdall sessions`, where it is of this folder. */
export interface NumberedSession {
  readonly number: number;
  readonly title: string | null;
  readonly found: AgentSession;
}

/** Sessions of a folder whose titles are read: nobody looks further down a list. */
const MAX_LISTED = 200;
/** Sessions of other folders whose titles are read. */
const MAX_RECENT = 50;

/** The sessions of this folder, newest first, as `holdall sessions` numbers them. */
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
    const numbered: NumberedSession[] = [];
    for (const [index, found] of wanted.entries()) {
      const detail = await details.of(found).catch(() => null); // One that cannot be read has no title.
      numbered.push({ number: index + 1, title: detail?.title ?? null, found });
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

type TitledSession = Omit<NumberedSession, "number">;

/** The session with a number of the list. */
export async function sessionWithNumber(
  context: OperationContext,
  name: string,
): Promise<AgentSession> {
  const sessions = await numberedSessions(context);
  const found = sessions.find(({ number }) => number === Number(name));
  if (found !== undefined) return found.found;
  const state = `there are ${formatCount(sessions.length, "session")} in this folder`;
  throw new HoldallError("E_NOT_FOUND", `Cannot find session number ${name}: ${state}`, {
    cure: sessions.length === 0 ? "see `holdall sessions --all`" : "see `holdall sessions`",
  });
}

/**
 * The session whose title is, or else contains, some words, in this folder or else in another; null when none
 * does. A copy that a handoff made has the title of the session it was made from, which is meant then.
 */
export async function sessionWithTitle(
  context: OperationContext,
  name: string,
): Promise<AgentSession | null> {
  const wanted = name.trim().toLowerCase();
  if (wanted === "") return null;
  const copies = handedOverIds(agentEnvironment(context));
  const here = meantBy(wanted, await numberedSessions(context), copies);
  if (here.length > 0) {
    const numbers = here.map(({ number }) => number).join(", ");
    return theOnly(name, here, `numbers ${numbers}`);
  }
  const elsewhere = meantBy(wanted, await listedBefore(context), copies);
  return elsewhere.length === 0 ? null : theOnly(name, elsewhere, "in other folders");
}

/** The sessions that a title means; of a session and its copies, the session. */
function meantBy<Session extends TitledSession>(
  wanted: string,
  sessions: readonly Session[],
  copies: ReadonlySet<string>,
): readonly Session[] {
  const titleOf = ({ title }: Session) => title?.toLowerCase() ?? "";
  const exact = sessions.filter((session) => titleOf(session) === wanted);
  const fitting =
    exact.length > 0 ? exact : sessions.filter((each) => titleOf(each).includes(wanted));
  const originals = fitting.filter(({ found }) => !copies.has(found.session.id));
  return originals.length > 0 ? originals : fitting;
}

function theOnly(name: string, meant: readonly TitledSession[], which: string): AgentSession {
  const [first] = meant;
  if (first !== undefined && meant.length === 1) return first.found;
  const state = `${meant.length} titles contain it (${which})`;
  throw new HoldallError("E_NOT_FOUND", `Cannot find session "${name}": ${state}`, {
    cure: "give more of the title, or the number or the id from `holdall sessions`",
  });
}
