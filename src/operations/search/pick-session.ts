import { HoldallError } from "../../base/errors.ts";
import { type AgentSession, folderFilter } from "../handoff/agent-sessions.ts";
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
  const state = `there are ${sessions.length} sessions in this folder`;
  throw new HoldallError("E_NOT_FOUND", `Cannot find session number ${words}: ${state}`, {
    cure: sessions.length === 0 ? "see `holdall sessions --all`" : "see `holdall sessions`",
  });
}

/** The session of this folder whose title is, or else contains, some words; null when none or several do. */
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
  const [first] = fitting;
  return wanted !== "" && fitting.length === 1 && first !== undefined ? first.found : null;
}
