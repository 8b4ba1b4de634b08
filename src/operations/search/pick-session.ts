import { HoldallError } from "../../base/errors.ts";
import { formatCount } from "../../base/format-count.ts";
import { type AgentSession, agentEnvironment, folderFilter } from "../handoff/agent-sessions.ts";
import { handedOverIds } from "../handoff/handoff-record.ts";
import type { OperationContext } from "../operation/operation.ts";
import { withIndex } from "./open-index.ts";
import { listSessions } from "./refresh.ts";
import { sessionDetails } from "./session-details.ts";

/** A session of this folder, with its number in the list of `holdall sessions`. */
export interface NumberedSession {
  readonly number: number;
  readonly title: string | null;
  readonly found: AgentSession;
}

/** Sessions of a folder whose titles are read: nobody looks further down a list. */
const MAX_LISTED = 200;

/** The sessions of this folder, newest first, as `holdall sessions` numbers them. */
export function numberedSessions(context: OperationContext): Promise<readonly NumberedSession[]> {
  return withIndex(context, async (database) => {
    const { sessions, known } = await listSessions(context, database, null);
    const isHere = folderFilter(context.cwd);
    const here = sessions.filter(({ session }) => isHere(session)).slice(0, MAX_LISTED);
    const details = sessionDetails(database, known);
    const numbered: NumberedSession[] = [];
    for (const [index, found] of here.entries()) {
      const detail = await details.of(found).catch(() => null); // One that cannot be read has no title.
      numbered.push({ number: index + 1, title: detail?.title ?? null, found });
    }
    details.save();
    return numbered;
  });
}

/** The session with a number of the list. */
export async function sessionWithNumber(
  context: OperationContext,
  words: string,
): Promise<AgentSession> {
  const sessions = await numberedSessions(context);
  const found = sessions.find(({ number }) => number === Number(words));
  if (found !== undefined) return found.found;
  const state = `there are ${formatCount(sessions.length, "session")} in this folder`;
  throw new HoldallError("E_NOT_FOUND", `Cannot find session number ${words}: ${state}`, {
    cure: sessions.length === 0 ? "see `holdall sessions --all`" : "see `holdall sessions`",
  });
}

/**
 * The session of this folder whose title is, or else contains, some words; null when none does. A copy that a
 * handoff made has the title of the session it was made from, which is meant then.
 */
export async function sessionWithTitle(
  context: OperationContext,
  words: string,
): Promise<AgentSession | null> {
  const sessions = await numberedSessions(context);
  const wanted = words.trim().toLowerCase();
  const titleOf = ({ title }: NumberedSession) => title?.toLowerCase() ?? "";
  const exact = sessions.filter((session) => titleOf(session) === wanted);
  const fitting =
    exact.length > 0 ? exact : sessions.filter((each) => titleOf(each).includes(wanted));
  if (wanted === "" || fitting.length === 0) return null;
  const copies = handedOverIds(agentEnvironment(context));
  const originals = fitting.filter(({ found }) => !copies.has(found.session.id));
  const meant = originals.length > 0 ? originals : fitting;
  const [first] = meant;
  if (first !== undefined && meant.length === 1) return first.found;
  const numbers = meant.map(({ number }) => number).join(", ");
  const state = `${meant.length} titles contain it (numbers ${numbers})`;
  throw new HoldallError("E_NOT_FOUND", `Cannot find session "${words}": ${state}`, {
    cure: "give more of the title, or the number or the id from `holdall sessions`",
  });
}
